/** Settles an order that points pay in full: told once, asked about until its outcome is known. */
import type { Payment } from "@yunjing/contract/schemas/buying";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { isDefiniteFailure, userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";

/** `sure` until the outcome is known; `refused` says why and may be tried again. */
export type PointsPaymentStage = "settling" | "sure" | "paid" | "over" | "refused";

interface PointsPaymentState {
  readonly stage: PointsPaymentStage;
  /** Why it was refused, in the member's words. */
  readonly error?: string;
}

const POLL_INTERVAL_MS = 2_000;

const stageOf = ({ state }: Payment): PointsPaymentStage =>
  state === "paid" || state === "over" ? state : "sure";

/** The points were agreed to when the order was placed, so it is settled without another question. */
export function usePointsPayment(orderNo: string) {
  const [told, setTold] = useState<PointsPaymentState>({ stage: "settling" });
  const [looks, setLooks] = useState(0);
  const { stage } = told;
  const hear = (payment: Payment) => setTold({ stage: stageOf(payment) });
  const settle = (): Promise<void> =>
    withIdempotencyKey(`pay:${orderNo}:none`, (idempotencyKey) =>
      api.buying.pay({ orderNo, channel: "none" }, { idempotencyKey }),
    ).then(hear, (failure: unknown) =>
      setTold(
        isDefiniteFailure(failure)
          ? { stage: "refused", error: userMessageFor(failure) }
          : // The answer was lost, not the order: what became of it is asked.
            { stage: "sure" },
      ),
    );
  const look = (): Promise<void> =>
    api.buying
      .payment({ orderNo })
      .then(hear, () => undefined)
      .then(() => setLooks((count) => count + 1));
  const begin = useEffectEvent(() => void settle());
  useEffect(() => begin(), []);
  const lookNow = useEffectEvent(() => void look());
  useEffect(() => {
    if (stage !== "sure") return undefined;
    const timer = setTimeout(lookNow, POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [stage, looks]);
  return { ...told, settle };
}
