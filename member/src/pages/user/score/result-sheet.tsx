/** The result of an exchange paid in full with points, and where to find the benefit. */
import { deliveryFacts } from "@yunjing/contract/delivery-kinds";
import type { Delivery } from "@yunjing/contract/schemas/benefit";
import { Button } from "../../../components/button.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check, clock, info } from "../../../components/icons.ts";
import type { OrderToPay } from "../../../components/pay/pay-sheet-body.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./exchange.module.css";
import { orderPath } from "./order-path.ts";
import { type PointsPaymentStage, usePointsPayment } from "./use-points-payment.ts";

interface ResultSheetProps {
  readonly order: OrderToPay;
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

type ResultLink = { readonly text: string; readonly act: string; readonly url: string };

/** Returns the link to the exchanged benefit. */
export function resultLinkOf(delivery: Delivery, orderNo: string): ResultLink {
  switch (deliveryFacts[delivery].keptAs) {
    case "card":
      return {
        text: "卡券正在存入你的卡包，通常几秒就好。",
        act: "去卡包查看",
        url: "/pages/user/coupons?kind=card",
      };
    case "coupon":
      return {
        text: "优惠券正在存入你的卡包，下单时就能用。",
        act: "去卡包查看",
        url: "/pages/user/coupons",
      };
    case "order_code":
    case "credit":
      return {
        text: "正在为你办理，进度和结果都在订单里。",
        act: "查看订单",
        url: orderPath(orderNo),
      };
  }
}

const titles: Readonly<Record<PointsPaymentStage, string>> = {
  settling: "正在兑换",
  sure: "正在确认",
  paid: "兑换成功",
  over: "没有兑换成功",
  refused: "还没有兑换",
};

const Outcome = ({
  stage,
  text,
}: {
  readonly stage: PointsPaymentStage;
  readonly text: string;
}) => {
  const appearance =
    stage === "paid" ? "ok" : stage === "over" || stage === "refused" ? "over" : "wait";
  return (
    <div className={styles.outcome} role="status">
      <span className={styles.mark} data-look={appearance}>
        <Icon of={appearance === "ok" ? check : appearance === "wait" ? clock : info} size={28} />
      </span>
      <p className={styles.outcomeText}>{text}</p>
    </div>
  );
};

interface FootProps {
  readonly stage: PointsPaymentStage;
  readonly place: ResultLink;
  readonly onAgain: () => Promise<void>;
  readonly onClose: () => void;
}

function Foot({ stage, place, onAgain, onClose }: FootProps) {
  const go = () => {
    onClose();
    void navigateTo(place.url);
  };
  if (stage === "refused") {
    return (
      <Button appearance="main" block busyText="正在兑换" onPress={onAgain}>
        再试一次
      </Button>
    );
  }
  if (stage === "over") {
    return (
      <Button appearance="line" block onPress={onClose}>
        返回
      </Button>
    );
  }
  return (
    <div className={styles.pair}>
      <Button appearance="line" block onPress={onClose}>
        继续逛逛
      </Button>
      <Button
        appearance="sea"
        block
        onPress={go}
        reason={stage === "settling" ? "稍候" : undefined}
      >
        {place.act}
      </Button>
    </div>
  );
}

export function ResultSheet({ order, delivery, onClose }: ResultSheetProps) {
  const { stage, error, settle } = usePointsPayment(order.orderNo);
  const place = resultLinkOf(delivery, order.orderNo);
  const texts: Readonly<Record<PointsPaymentStage, string>> = {
    settling: "正在扣除积分，请稍候。",
    sure: "结果确认中，请勿重复兑换。可以放心离开，结果会更新在订单里。",
    paid: place.text,
    over: "订单已取消或超时，占用的积分已退回。",
    refused: `${error ?? "积分没有扣除"}。积分已为这单留着，可以再试。`,
  };
  return (
    <FlowSheet
      reason="exchanging points"
      title={titles[stage]}
      onClose={onClose}
      foot={<Foot stage={stage} place={place} onAgain={settle} onClose={onClose} />}
    >
      <Outcome stage={stage} text={texts[stage]} />
    </FlowSheet>
  );
}
