/** The payment sheet: payment method, time left to pay, and result. */
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../api.ts";
import { platform } from "../../device/platform.ts";
import { Button } from "../button.tsx";
import { Choice } from "../choice.tsx";
import { Countdown } from "../countdown.tsx";
import { ErrorBlock } from "../empty-state.tsx";
import { FlowSheet } from "../flow-sheet.tsx";
import { Icon } from "../icon.tsx";
import { clock } from "../icons.ts";
import { moneyText } from "../money.ts";
import { NoticeBar } from "../notice-bar.tsx";
import { Price } from "../price.tsx";
import { Skeleton } from "../skeleton.tsx";
import { StepUpSheet } from "../step-up/step-up-sheet.tsx";
import { Outcome } from "./outcome.tsx";
import { PaidOrder } from "./paid-order.tsx";
import styles from "./pay.module.css";
import type { Channel } from "./payable.ts";
import { type PaymentView, usePayment } from "./use-payment.ts";

/** The fields of an order that a payment needs. */
export interface OrderToPay {
  readonly orderNo: string;
  readonly title: string;
  /** Fen to be paid by the channel; at 0 the order is paid without asking for a channel. */
  readonly dueFen: number;
  /** Fen that the balance already pays. */
  readonly balanceFen?: number | undefined;
  /** What balance, points and coupons already hold for the order, such as 余额 ¥10.00. */
  readonly heldText?: string | undefined;
  /** The payment was begun elsewhere and its result is awaited. */
  readonly isAwaited?: boolean | undefined;
}

export interface PaySheetProps {
  readonly order: OrderToPay;
  /** Called when the sheet closes; `outcome` is the payment stage at that moment. */
  readonly onClose: (outcome: "open" | "sure" | "paid" | "over") => void;
}

const titles = {
  asking: "支付订单",
  unread: "支付订单",
  choosing: "支付订单",
  sure: "等待支付结果",
  paid: "支付成功",
  over: "订单已关闭",
} as const;

/** Returns the total balance in fen; undefined until it is known. */
function useBalanceFen(isWanted: boolean): number | undefined {
  const [balanceFen, setBalanceFen] = useState<number>();
  useEffect(() => {
    if (!isWanted) return;
    void api.member.me({}).then(
      ({ balance }) => setBalanceFen(balance.principal + balance.bonus + balance.reward),
      () => undefined,
    );
  }, [isWanted]);
  return balanceFen;
}

const Due = ({ order, view }: { readonly order: OrderToPay; readonly view: PaymentView }) => {
  const { payment, refetch } = view;
  return (
    <div className={styles.due}>
      <p className={styles.what}>{order.title}</p>
      <Price amountFen={payment?.dueFen ?? order.dueFen} money="exact" size={40} tone="paid" />
      {order.heldText && <p className={styles.held}>{order.heldText}</p>}
      {payment?.expiresAt !== undefined && (
        <p className={styles.until}>
          <Icon of={clock} size={16} />
          <span>
            请在{" "}
            <Countdown appearance="text" endsAt={payment.expiresAt} onEnd={() => void refetch()} />{" "}
            内支付，超时自动取消
          </span>
        </p>
      )}
    </div>
  );
};

interface ChoosingProps {
  readonly order: OrderToPay;
  readonly view: PaymentView;
  readonly channel: Channel;
  readonly onChannel: (channel: Channel) => void;
  readonly balanceFen: number | undefined;
}

function Choosing({ order, view, channel, onChannel, balanceFen }: ChoosingProps) {
  const dueFen = view.payment?.dueFen ?? order.dueFen;
  const isShort = balanceFen === undefined || balanceFen < dueFen;
  const note =
    balanceFen === undefined
      ? "正在读取余额"
      : isShort
        ? `可用 ${moneyText(balanceFen)}，余额不足`
        : `可用 ${moneyText(balanceFen)}`;
  return (
    <div className={styles.choosing}>
      <Due order={order} view={view} />
      {view.error && <NoticeBar kind="bad" text={view.error} />}
      {dueFen > 0 && (
        <Choice
          label="支付方式"
          value={channel}
          onChoose={(id) => onChannel(id === "balance" ? "balance" : "wechat")}
          items={[
            { id: "wechat", name: "微信支付", note: "推荐，支付后立即办理" },
            { id: "balance", name: "余额支付", note, isDisabled: isShort },
          ]}
        />
      )}
    </div>
  );
}

function Content(props: ChoosingProps) {
  const { order, view } = props;
  switch (view.stage) {
    case "asking":
      return <Skeleton count={1} />;
    case "unread":
      return <ErrorBlock note="订单还在，没有扣款" onRetry={view.refetch} />;
    case "choosing":
      return order.dueFen === 0 && !view.error ? <Skeleton count={1} /> : <Choosing {...props} />;
    case "sure":
      return (
        <Outcome
          appearance="wait"
          title="支付结果确认中，请勿重复支付"
          text="可以放心离开，结果会更新在订单里。"
        />
      );
    case "paid":
      return <PaidOrder orderNo={order.orderNo} />;
    case "over":
      return (
        <Outcome
          appearance="over"
          title="订单已不能支付"
          text="订单已取消或超时。如已扣款，款项会原路退回。"
        />
      );
  }
}

function Foot({ order, view, channel, onClose }: ChoosingProps & Pick<PaySheetProps, "onClose">) {
  const dueFen = view.payment?.dueFen ?? order.dueFen;
  switch (view.stage) {
    case "choosing":
      return dueFen === 0 ? (
        <Button
          appearance="main"
          block
          busy={view.isPaying}
          busyText="正在支付"
          onPress={() => view.pay("none")}
        >
          确认支付
        </Button>
      ) : (
        <Button
          appearance="main"
          block
          busy={view.isPaying}
          busyText="正在支付"
          onPress={() => view.pay(channel)}
        >
          {channel === "balance" ? "余额支付" : "微信支付"} {moneyText(dueFen)}
        </Button>
      );
    case "sure":
      return (
        <div className="grid halves gap-3">
          <Button appearance="line" block onPress={() => onClose("sure")}>
            查看订单
          </Button>
          <Button appearance="sea" block busyText="正在查询" onPress={view.refetch}>
            我已支付
          </Button>
        </div>
      );
    case "paid":
      return (
        <Button appearance="sea" block onPress={() => onClose("paid")}>
          查看订单
        </Button>
      );
    case "over":
      return (
        <Button appearance="sea" block onPress={() => onClose("over")}>
          查看订单
        </Button>
      );
    default:
      return null;
  }
}

const outcomeOf = (stage: PaymentView["stage"]) =>
  stage === "sure" || stage === "paid" || stage === "over" ? stage : "open";

/**
 * Asks whether WeChat may send notifications, because a member who has just paid waits for
 * something.
 */
const askConsentOncePaid = (outcome: Parameters<PaySheetProps["onClose"]>[0]): void => {
  if (outcome !== "paid" || platform() !== "mp-weixin-web") return;
  void import("../notifications/ask-consent.ts").then(({ askConsent }) => askConsent("pickup"));
};

export function PaySheetBody({ order, onClose: close }: PaySheetProps) {
  const onClose: PaySheetProps["onClose"] = (outcome) => {
    close(outcome);
    askConsentOncePaid(outcome);
  };
  const view = usePayment(order.orderNo, order.isAwaited);
  const [channel, setChannel] = useState<Channel>("wechat");
  const balanceFen = useBalanceFen(order.dueFen > 0);
  const { stage } = view;
  // When balance, points and coupons pay in full, the member agreed to it when placing the order.
  const payNothing = useEffectEvent(() => void view.pay("none"));
  const isNothingDue = stage === "choosing" && view.payment?.dueFen === 0;
  useEffect(() => {
    if (isNothingDue) payNothing();
  }, [isNothingDue]);
  const shown = { order, view, channel, onChannel: setChannel, balanceFen };
  const { unproved } = view;
  if (unproved !== undefined) {
    return (
      <StepUpSheet
        purpose="pay"
        what={order.title}
        amountFen={
          (order.balanceFen ?? 0) +
          (unproved === "balance" ? (view.payment?.dueFen ?? order.dueFen) : 0)
        }
        onProof={(stepUp) => view.pay(unproved, stepUp)}
        onClose={() => view.choose("还没有验证，没有扣款")}
      />
    );
  }
  return (
    <FlowSheet
      reason="paying"
      title={titles[stage]}
      onClose={() => onClose(outcomeOf(stage))}
      foot={<Foot {...shown} onClose={onClose} />}
    >
      <Content {...shown} />
    </FlowSheet>
  );
}
