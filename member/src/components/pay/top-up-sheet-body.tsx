/** The sheet in which a top-up is paid: goes to the channel at once, then shows the result. */
import type { TopUp } from "@yunjing/contract/schemas/wallet";
import { useState } from "react";
import { Button } from "../button.tsx";
import { ErrorBlock } from "../empty-state.tsx";
import { Facts } from "../facts.tsx";
import { FlowSheet } from "../flow-sheet.tsx";
import { moneyText } from "../money.ts";
import { NoticeBar } from "../notice-bar.tsx";
import { Price } from "../price.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Outcome } from "./outcome.tsx";
import styles from "./pay.module.css";
import type { PaymentProgress } from "./payable.ts";
import { topUpPayable } from "./top-up-payable.ts";
import { type PaymentView, usePaying } from "./use-payment.ts";

export interface TopUpSheetProps {
  readonly topUp: Pick<TopUp, "topUpNo" | "amountFen" | "bonusFen">;
  /** The payment prepared for the channel just now; absent where only the result is awaited. */
  readonly begun?: PaymentProgress | undefined;
  readonly onClose: () => void;
}

const titles = {
  asking: "充值",
  unread: "充值",
  choosing: "充值",
  sure: "等待支付结果",
  paid: "充值成功",
  over: "充值已关闭",
} as const;

interface ContentProps extends Pick<TopUpSheetProps, "topUp"> {
  readonly view: PaymentView;
}

function Content({ topUp, view }: ContentProps) {
  const { amountFen, bonusFen } = topUp;
  switch (view.stage) {
    case "asking":
      return <Skeleton count={1} />;
    case "unread":
      return <ErrorBlock note="没有读到支付结果，不会重复扣款" onRetry={view.refetch} />;
    case "choosing":
      return (
        <div className={styles.choosing}>
          <div className={styles.due}>
            <p className={styles.what}>余额充值</p>
            <Price amountFen={amountFen} money="exact" size={40} tone="paid" />
          </div>
          {view.error && <NoticeBar kind="bad" text={view.error} />}
          <Facts
            boxed
            items={[
              { name: "到账本金", value: moneyText(amountFen) },
              ...(bonusFen > 0 ? [{ name: "赠送", value: moneyText(bonusFen) }] : []),
            ]}
          />
        </div>
      );
    case "sure":
      return (
        <Outcome
          appearance="wait"
          title="支付结果确认中，请勿重复支付"
          text="可以放心离开，到账后余额会自动更新。"
        />
      );
    case "paid":
      return (
        <Outcome
          appearance="ok"
          title={`${moneyText(amountFen + bonusFen)} 已到账`}
          text={
            bonusFen > 0
              ? `本金 ${moneyText(amountFen)}，赠送 ${moneyText(bonusFen)}。`
              : "已存入本金，可以马上使用。"
          }
        />
      );
    case "over":
      return (
        <Outcome
          appearance="over"
          title="这笔充值已关闭"
          text="没有扣款。如已扣款，款项会原路退回。"
        />
      );
  }
}

function Foot({ topUp, view, onClose }: ContentProps & Pick<TopUpSheetProps, "onClose">) {
  switch (view.stage) {
    case "choosing":
      return (
        <Button
          appearance="main"
          block
          busy={view.isPaying}
          busyText="正在打开微信支付"
          onPress={() => view.pay("wechat")}
        >
          微信支付 {moneyText(topUp.amountFen)}
        </Button>
      );
    case "sure":
      return (
        <div className="grid halves gap-3">
          <Button appearance="line" block onPress={onClose}>
            稍后查看
          </Button>
          <Button appearance="sea" block busyText="正在查询" onPress={view.refetch}>
            我已支付
          </Button>
        </div>
      );
    case "paid":
    case "over":
      return (
        <Button appearance="sea" block onPress={onClose}>
          {view.stage === "paid" ? "完成" : "知道了"}
        </Button>
      );
    default:
      return null;
  }
}

export function TopUpSheetBody({ topUp, begun, onClose }: TopUpSheetProps) {
  const [payable] = useState(() => topUpPayable(topUp.topUpNo, begun));
  const view = usePaying(payable, begun ? { begun } : { isAwaited: true });
  return (
    <FlowSheet
      reason="topping up"
      title={titles[view.stage]}
      onClose={onClose}
      foot={<Foot topUp={topUp} view={view} onClose={onClose} />}
    >
      <Content topUp={topUp} view={view} />
    </FlowSheet>
  );
}
