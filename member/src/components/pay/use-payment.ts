/** Paying one thing: what the server says of it, and what the member does about it. */
import { useEffect, useEffectEvent, useState } from "react";
import { ApiFailure, isDefiniteFailure, userMessageFor } from "../../device/failure.ts";
import { platform } from "../../device/platform.ts";
import { onPush, pollIntervalMs } from "../../device/push.ts";
import { openExternal, redirectTo } from "../../shell/navigate.ts";
import { h5UrlWithReturn } from "./h5-url.ts";
import { type Channel, orderPayable, type Payable, type PaymentProgress } from "./payable.ts";
import { payInWechat } from "./wechat-bridge.ts";

/** Where the sheet stands: `asking` waits for the first answer, `sure` until the outcome is known. */
export type PaymentStage = "asking" | "unread" | "choosing" | "sure" | "paid" | "over";

/** Seconds from one look to the next while the outcome is awaited; the last figure repeats. */
const POLL_SECONDS = [1, 2, 3, 5, 8, 15] as const;

/** What the server tells of whatever is paid for. */
const PUSH_TOPICS = ["payment", "order", "topup"] as const;

const stageOf = (state: PaymentProgress["state"], isAwaited: boolean): PaymentStage => {
  if (state === "paid" || state === "over") return state;
  return state === "unknown" || isAwaited ? "sure" : "choosing";
};

const codeOf = (failure: unknown): string => (failure instanceof ApiFailure ? failure.code : "");

interface PaymentState {
  readonly stage: PaymentStage;
  /** The payment has been begun, so a waiting channel is no invitation to choose anew. */
  readonly isAwaited: boolean;
  readonly payment?: PaymentProgress;
  /** What went wrong with the last try, in the member's words. */
  readonly error?: string | undefined;
  /** The channel that a step-up stands before. */
  readonly unproved?: Channel | undefined;
}

/** Looks again with growing pauses while the outcome is awaited, and whenever the member is back. */
function usePaymentPolling(
  stage: PaymentStage,
  asksFirst: boolean,
  look: () => Promise<unknown>,
): void {
  const [looks, setLooks] = useState(0);
  const lookNow = useEffectEvent(() => void look().then(() => setLooks((count) => count + 1)));
  useEffect(() => {
    if (asksFirst) lookNow();
  }, [asksFirst]);
  useEffect(() => {
    if (stage !== "sure") return undefined;
    const seconds = POLL_SECONDS[Math.min(looks, POLL_SECONDS.length - 1)] ?? POLL_SECONDS[0];
    const timer = setTimeout(lookNow, pollIntervalMs(seconds * 1000));
    return () => clearTimeout(timer);
  }, [stage, looks]);
  useEffect(() => {
    const stops = PUSH_TOPICS.map((topic) => onPush(topic, () => lookNow()));
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && lookNow();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, []);
}

interface PaymentOptions {
  /** The payment has been begun before, such as in WeChat outside this page. */
  readonly isAwaited?: boolean | undefined;
  /** It has just been begun here, and goes on to the channel at once. */
  readonly begun?: PaymentProgress | undefined;
}

const initialState = ({ isAwaited = false, begun }: PaymentOptions): PaymentState =>
  begun ? { stage: "choosing", isAwaited, payment: begun } : { stage: "asking", isAwaited };

/** Pays whatever can be paid. */
export function usePaying(payable: Payable, options: PaymentOptions = {}) {
  const [told, setTold] = useState(() => initialState(options));
  const isBegun = options.begun !== undefined;
  const [isPaying, setPaying] = useState(isBegun);

  const hear = (payment: PaymentProgress, isBegun = false) =>
    setTold((before) => {
      const isAwaited = before.isAwaited || isBegun;
      return { ...before, payment, isAwaited, stage: stageOf(payment.state, isAwaited) };
    });
  const look = () =>
    payable.read().then(
      (payment) => hear(payment),
      () => setTold((before) => (before.payment ? before : { ...before, stage: "unread" })),
    );
  usePaymentPolling(told.stage, !isBegun, look);

  const stand = (change: Partial<PaymentState>) =>
    setTold((before) => ({ ...before, error: undefined, unproved: undefined, ...change }));
  const awaitOutcome = () => stand({ stage: "sure", isAwaited: true });
  const choose = (error?: string) => stand({ stage: "choosing", isAwaited: false, error });
  const fail = (failure: unknown, channel: Channel) => {
    const isLost = !isDefiniteFailure(failure) && codeOf(failure) !== "PARTNER_DOWN";
    if (isLost || codeOf(failure) === "PAY_PENDING") return awaitOutcome();
    if (codeOf(failure) === "STEP_UP_NEEDED") {
      return stand({ stage: "choosing", isAwaited: false, unproved: channel });
    }
    choose(userMessageFor(failure));
    if (["ORDER_STATE", "ORDER_CLOSED"].includes(codeOf(failure))) void look();
  };
  const follow = async (payment: PaymentProgress): Promise<void> => {
    stand({});
    if (payment.jsapi) {
      const word = await payInWechat(payment.jsapi);
      if (word === "failed") return choose("没有打开微信支付，请再试一次");
      if (word === "cancelled") return choose("支付未完成，可以继续支付");
      return awaitOutcome();
    }
    if (payment.h5Url === undefined) return hear(payment, true);
    awaitOutcome();
    // Whoever comes back from WeChat finds what they pay for waiting, not the shop.
    await redirectTo(payable.returnPath);
    openExternal(h5UrlWithReturn(payment.h5Url, payable.returnPath), { isTrusted: true });
  };
  const begin = async (channel: Channel, stepUp?: string): Promise<void> => {
    const via = platform() === "web" ? "h5" : "jsapi";
    await payable
      .begin({ channel, via, stepUp })
      .then(follow, (failure: unknown) => fail(failure, channel))
      .finally(() => setPaying(false));
  };
  const pay = (channel: Channel, stepUp?: string): Promise<void> => {
    setPaying(true);
    return begin(channel, stepUp);
  };
  const goOn = useEffectEvent(() => void begin("wechat"));
  useEffect(() => {
    if (isBegun) goOn();
  }, [isBegun]);
  return { ...told, isPaying, pay, look, choose };
}

export type PaymentView = ReturnType<typeof usePaying>;

/** Pays an order; `isAwaited` when that has been begun before, such as in WeChat outside this page. */
export function usePayment(orderNo: string, isAwaited = false): PaymentView {
  const [payable] = useState(() => orderPayable(orderNo));
  return usePaying(payable, { isAwaited });
}
