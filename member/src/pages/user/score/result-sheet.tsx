/** How an exchange came out that points and balance paid in full, and where its result is found. */
import type { Delivery } from "@yunjing/contract/schemas/benefit";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { ErrorBlock } from "../../../parts/empty-state.tsx";
import { FlowSheet } from "../../../parts/flow-sheet.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { check, clock, info } from "../../../parts/icons.ts";
import type { OrderToPay } from "../../../parts/pay/pay-sheet-body.tsx";
import { orderPayable } from "../../../parts/pay/payable.ts";
import { usePayment } from "../../../parts/pay/use-payment.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./exchange.module.css";
import { orderPath } from "./order-path.ts";

interface ResultSheetProps {
  readonly order: OrderToPay;
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

type Place = { readonly text: string; readonly act: string; readonly url: string };

/** Where what was exchanged is found. */
export function placeOf(delivery: Delivery, orderNo: string): Place {
  if (delivery === "card") {
    return {
      text: "卡券正在放进我的卡包，通常几秒就好。",
      act: "去卡包查看",
      url: "/pages/user/coupons?kind=card",
    };
  }
  if (delivery === "coupons") {
    return {
      text: "优惠券正在放进我的卡包，下单时就能用。",
      act: "去卡包查看",
      url: "/pages/user/coupons",
    };
  }
  return {
    text: "正在为你办理，进度和结果都在订单里。",
    act: "查看订单",
    url: orderPath(orderNo),
  };
}

const titles = {
  asking: "正在兑换",
  unread: "正在兑换",
  choosing: "正在兑换",
  sure: "正在确认",
  paid: "兑换成功",
  over: "没有兑换成功",
} as const;

type Stage = keyof typeof titles;

const Outcome = ({ stage, text }: { readonly stage: Stage; readonly text: string }) => {
  const look = stage === "paid" ? "ok" : stage === "over" ? "over" : "wait";
  return (
    <div className={styles.outcome} role="status">
      <span className={styles.mark} data-look={look}>
        <Icon of={look === "ok" ? check : look === "wait" ? clock : info} size={28} />
      </span>
      <p className={styles.outcomeText}>{text}</p>
    </div>
  );
};

function Foot({ stage, place, onClose }: { stage: Stage; place: Place; onClose: () => void }) {
  const go = () => {
    onClose();
    void navigateTo(place.url);
  };
  if (stage !== "paid" && stage !== "sure") {
    return (
      <Button look="line" block onPress={onClose}>
        返回
      </Button>
    );
  }
  return (
    <div className={styles.pair}>
      <Button look="line" block onPress={onClose}>
        继续逛逛
      </Button>
      <Button look="sea" block onPress={go}>
        {place.act}
      </Button>
    </div>
  );
}

export function ResultSheet({ order, delivery, onClose }: ResultSheetProps) {
  const [payable] = useState(() => orderPayable(order.orderNo));
  const view = usePayment(payable);
  const { stage, payment, error, look, pay } = view;
  // The points were agreed to when the order was placed; nothing else is left to pay.
  const settle = useEffectEvent(() => void pay("none"));
  const isOpen = stage === "choosing" && payment?.dueFen === 0 && error === undefined;
  useEffect(() => {
    if (isOpen) settle();
  }, [isOpen]);
  const place = placeOf(delivery, order.orderNo);
  const texts: Record<Stage, string> = {
    asking: "正在扣除积分，请稍候。",
    unread: "",
    choosing: error ?? "正在扣除积分，请稍候。",
    sure: "结果确认中，请勿重复兑换。可以放心离开，结果会更新在订单里。",
    paid: place.text,
    over: "订单已取消或超时，占用的积分已退回。",
  };
  return (
    <FlowSheet
      reason="exchanging points"
      title={titles[stage]}
      onClose={onClose}
      foot={
        stage === "choosing" && error ? (
          <Button look="main" block busyText="正在兑换" onPress={() => pay("none")}>
            再试一次
          </Button>
        ) : (
          <Foot stage={stage} place={place} onClose={onClose} />
        )
      }
    >
      {stage === "unread" ? (
        <ErrorBlock note="订单还在，积分没有多扣" onRetry={look} />
      ) : (
        <Outcome stage={stage} text={texts[stage]} />
      )}
    </FlowSheet>
  );
}
