/** The state of one payment: the progress the server returns and the member's actions. */
import { useEffect, useEffectEvent, useState } from "react";
import { ApiFailure, isDefiniteFailure, userMessageFor } from "../../device/failure.ts";
import { platform } from "../../device/platform.ts";
import { onPush, pollIntervalMs } from "../../device/push.ts";
import { openExternal, redirectTo } from "../../shell/navigate.ts";
import { h5UrlWithReturn } from "./h5-url.ts";
import { type Channel, orderPayable, type Payable, type PaymentProgress } from "./payable.ts";
import { payInWechat } from "./wechat-bridge.ts";

/** The stage of the sheet: `asking` waits for the first response, `sure` waits for the result. */
export type PaymentStage = "asking" | "unread" | "choosing" | "sure" | "paid" | "over";

/** Seconds between two polls while the result is awaited; the last number repeats. */
const POLL_SECONDS = [1, 2, 3, 5, 8, 15] as const;

/** Push topics that concern a payment. */
const PUSH_TOPICS = ["payment", "order", "topup"] as const;

const stageOf = (state: PaymentProgress["state"], isAwaited: boolean): PaymentStage => {
  if (state === "paid" || state === "over") return state;
  return state === "unknown" || isAwaited ? "sure" : "choosing";
};

const codeOf = (failure: unknown): string => (failure instanceof ApiFailure ? failure.code : "");

interface PaymentState {
  readonly stage: PaymentStage;
  /** The payment has begun, so a pending channel must not offer the choice again. */
  readonly isAwaited: boolean;
  readonly payment?: PaymentProgress;
  /** What went wrong with the last try, as text for the member. */
  readonly error?: string | undefined;
  /** The channel for which a step-up is required. */
  readonly unproved?: Channel | undefined;
}

/**
 * Polls with growing intervals while the result is awaited, and whenever the page becomes visible.
 */
function usePaymentPolling(
  stage: PaymentStage,
  pollsFirst: boolean,
  refetch: () => Promise<unknown>,
): void {
  const [polls, setPolls] = useState(0);
  const pollNow = useEffectEvent(() => void refetch().then(() => setPolls((count) => count + 1)));
  useEffect(() => {
    if (pollsFirst) pollNow();
  }, [pollsFirst]);
  useEffect(() => {
    if (stage !== "sure") return undefined;
    const seconds = POLL_SECONDS[Math.min(polls, POLL_SECONDS.length - 1)] ?? POLL_SECONDS[0];
    const timer = setTimeout(pollNow, pollIntervalMs(seconds * 1000));
    return () => clearTimeout(timer);
  }, [stage, polls]);
  useEffect(() => {
    const stops = PUSH_TOPICS.map((topic) => onPush(topic, () => pollNow()));
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    const pollIfVisible = () => document.visibilityState === "visible" && pollNow();
    document.addEventListener("visibilitychange", pollIfVisible);
    return () => document.removeEventListener("visibilitychange", pollIfVisible);
  }, []);
}

interface PaymentOptions {
  /** The payment was begun before, such as in WeChat outside this page. */
  readonly isAwaited?: boolean | undefined;
  /** The payment has just been begun here and continues to the channel at once. */
  readonly begun?: PaymentProgress | undefined;
}

const initialState = ({ isAwaited = false, begun }: PaymentOptions): PaymentState =>
  begun ? { stage: "choosing", isAwaited, payment: begun } : { stage: "asking", isAwaited };

/** Pays any payable. */
export function usePaying(payable: Payable, options: PaymentOptions = {}) {
  const [state, setState] = useState(() => initialState(options));
  const isBegun = options.begun !== undefined;
  const [isPaying, setPaying] = useState(isBegun);

  const receive = (payment: PaymentProgress, isBegun = false) =>
    setState((before) => {
      const isAwaited = before.isAwaited || isBegun;
      return { ...before, payment, isAwaited, stage: stageOf(payment.state, isAwaited) };
    });
  const refetch = () =>
    payable.read().then(
      (payment) => receive(payment),
      () => setState((before) => (before.payment ? before : { ...before, stage: "unread" })),
    );
  usePaymentPolling(state.stage, !isBegun, refetch);

  const update = (change: Partial<PaymentState>) =>
    setState((before) => ({ ...before, error: undefined, unproved: undefined, ...change }));
  const awaitOutcome = () => update({ stage: "sure", isAwaited: true });
  const choose = (error?: string) => update({ stage: "choosing", isAwaited: false, error });
  const fail = (failure: unknown, channel: Channel) => {
    const isLost = !isDefiniteFailure(failure) && codeOf(failure) !== "PARTNER_DOWN";
    if (isLost || codeOf(failure) === "PAY_PENDING") return awaitOutcome();
    if (codeOf(failure) === "STEP_UP_NEEDED") {
      return update({ stage: "choosing", isAwaited: false, unproved: channel });
    }
    choose(userMessageFor(failure));
    if (["ORDER_STATE", "ORDER_CLOSED"].includes(codeOf(failure))) void refetch();
  };
  const follow = async (payment: PaymentProgress): Promise<void> => {
    update({});
    if (payment.jsapi) {
      const outcome = await payInWechat(payment.jsapi);
      if (outcome === "failed") return choose("没有打开微信支付，请再试一次");
      if (outcome === "cancelled") return choose("支付未完成，可以继续支付");
      return awaitOutcome();
    }
    if (payment.h5Url === undefined) return receive(payment, true);
    awaitOutcome();
    // A member who returns from WeChat finds the payment waiting for its result, not the shop.
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
  const payInWechatAtOnce = useEffectEvent(() => void begin("wechat"));
  useEffect(() => {
    if (isBegun) payInWechatAtOnce();
  }, [isBegun]);
  return { ...state, isPaying, pay, refetch, choose };
}

export type PaymentView = ReturnType<typeof usePaying>;

/**
 * Pays an order; `isAwaited` when the payment was begun before, such as in WeChat outside this
 * page.
 */
export function usePayment(orderNo: string, isAwaited = false): PaymentView {
  const [payable] = useState(() => orderPayable(orderNo));
  return usePaying(payable, { isAwaited });
}
