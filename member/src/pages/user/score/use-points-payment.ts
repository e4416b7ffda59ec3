/**
 * Hook that settles an order paid in full with points: sends the payment once, then polls until the
 * outcome is known.
 */
import type { Payment } from "@yunjing/contract/schemas/buying";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { isDefiniteFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";

/** `sure` until the outcome is known; `refused` has a reason and can be retried. */
export type PointsPaymentStage = "settling" | "sure" | "paid" | "over" | "refused";

interface PointsPaymentState {
  readonly stage: PointsPaymentStage;
  /** The reason of the refusal, as text for the member. */
  readonly error?: string;
}

const POLL_INTERVAL_MS = 2_000;

const stageOf = ({ state }: Payment): PointsPaymentStage =>
  state === "paid" || state === "over" ? state : "sure";

/**
 * The member agreed to the points when the order was placed, so it is settled without another
 * question.
 */
export function usePointsPayment(orderNo: string) {
  const [state, setState] = useState<PointsPaymentState>({ stage: "settling" });
  const [polls, setPolls] = useState(0);
  const { stage } = state;
  const receive = (payment: Payment) => setState({ stage: stageOf(payment) });
  const settle = (): Promise<void> =>
    withIdempotencyKey(`pay:${orderNo}:none`, (idempotencyKey) =>
      api.buying.pay({ orderNo, channel: "none" }, { idempotencyKey }),
    ).then(receive, (failure: unknown) =>
      setState(
        isDefiniteFailure(failure)
          ? { stage: "refused", error: userMessageFor(failure) }
          : // Only the response was lost, not the order, so its outcome is polled.
            { stage: "sure" },
      ),
    );
  const poll = (): Promise<void> =>
    api.buying
      .payment({ orderNo })
      .then(receive, () => undefined)
      .then(() => setPolls((count) => count + 1));
  const begin = useEffectEvent(() => void settle());
  useEffect(() => begin(), []);
  const pollNow = useEffectEvent(() => void poll());
  useEffect(() => {
    if (stage !== "sure") return undefined;
    const timer = setTimeout(pollNow, POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [stage, polls]);
  return { ...state, settle };
}
