/** Paying one order: what the server says of it, and what the member does about it. */
import type { Payment } from "@yunjing/contract/schemas/buying";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../api.ts";
import { ApiFailure, isAnswered, wordsFor } from "../../device/failure.ts";
import { underKey } from "../../device/idempotency.ts";
import { platform } from "../../device/platform.ts";
import { leaveFor, redirectTo } from "../../shell/navigate.ts";
import { payInWechat } from "./wechat-bridge.ts";

export type Channel = "wechat" | "balance" | "none";

/** Where the sheet stands: `asking` waits for the first answer, `sure` until the outcome is known. */
export type Stage = "asking" | "unread" | "choosing" | "sure" | "paid" | "over";

/** Seconds from one look to the next while the outcome is awaited; the last figure repeats. */
const LOOK_SECONDS = [1, 2, 3, 5, 8, 15] as const;

const stageOf = (state: Payment["state"], isAwaited: boolean): Stage => {
  if (state === "paid" || state === "over") return state;
  return state === "unknown" || isAwaited ? "sure" : "choosing";
};

const codeOf = (failure: unknown): string => (failure instanceof ApiFailure ? failure.code : "");

interface Told {
  readonly stage: Stage;
  readonly payment?: Payment;
  /** What went wrong with the last try, in the member's words. */
  readonly error?: string | undefined;
}

/** Looks again with growing pauses while the outcome is awaited, and whenever the member is back. */
function useLooks(stage: Stage, look: () => Promise<unknown>): void {
  const [looks, setLooks] = useState(0);
  const lookNow = useEffectEvent(() => void look().then(() => setLooks((count) => count + 1)));
  useEffect(() => lookNow(), []);
  useEffect(() => {
    if (stage !== "sure") return undefined;
    const seconds = LOOK_SECONDS[Math.min(looks, LOOK_SECONDS.length - 1)] ?? LOOK_SECONDS[0];
    const timer = setTimeout(lookNow, seconds * 1000);
    return () => clearTimeout(timer);
  }, [stage, looks]);
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && lookNow();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, []);
}

const begin = (orderNo: string, channel: Channel): Promise<Payment> =>
  underKey(`pay:${orderNo}:${channel}`, (idempotencyKey) =>
    api.buying.pay(
      {
        orderNo,
        channel,
        ...(channel === "wechat" ? { via: platform() === "web" ? "h5" : "jsapi" } : {}),
      },
      { idempotencyKey },
    ),
  );

/** `isAwaited` when the payment has been begun before, such as in WeChat outside this page. */
export function usePayment(orderNo: string, isAwaited = false) {
  const [told, setTold] = useState<Told>({ stage: "asking" });
  const [awaits, setAwaits] = useState(isAwaited);

  const hear = (payment: Payment, waits = awaits) =>
    setTold((before) => ({ ...before, payment, stage: stageOf(payment.state, waits) }));
  const look = () =>
    api.buying.payment({ orderNo }).then(
      (payment) => hear(payment),
      () => setTold((before) => (before.payment ? before : { stage: "unread" })),
    );
  useLooks(told.stage, look);

  const awaitOutcome = () => {
    setAwaits(true);
    setTold((before) => ({ ...before, stage: "sure", error: undefined }));
  };
  const choose = (error?: string) => {
    setAwaits(false);
    setTold((before) => ({ ...before, stage: "choosing", error }));
  };
  const fail = (failure: unknown) => {
    const isLost = !isAnswered(failure) && codeOf(failure) !== "PARTNER_DOWN";
    if (isLost || codeOf(failure) === "PAY_PENDING") return awaitOutcome();
    choose(wordsFor(failure));
    if (["ORDER_STATE", "ORDER_CLOSED"].includes(codeOf(failure))) void look();
  };
  const follow = async (payment: Payment): Promise<void> => {
    if (payment.jsapi) {
      const word = await payInWechat(payment.jsapi);
      if (word === "failed") return choose("没有打开微信支付，请再试一次");
      if (word === "cancelled") return choose("支付未完成，可以继续支付");
      return awaitOutcome();
    }
    if (payment.h5Url === undefined) return hear(payment, true);
    awaitOutcome();
    // Whoever comes back from WeChat finds the order waiting, not the shop.
    await redirectTo(`/pages/exchange/ordetail?orderNo=${orderNo}&pay=1`);
    leaveFor(payment.h5Url, { isTrusted: true });
  };
  const pay = (channel: Channel): Promise<void> => begin(orderNo, channel).then(follow, fail);
  return { ...told, pay, look };
}

export type PaymentView = ReturnType<typeof usePayment>;
