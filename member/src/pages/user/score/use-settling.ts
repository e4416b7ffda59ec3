/** Settles an order that points pay in full: told once, asked about until its outcome is known. */
import type { Payment } from "@yunjing/contract/schemas/buying";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api.ts";
import { isAnswered, wordsFor } from "../../../device/failure.ts";
import { underKey } from "../../../device/idempotency.ts";

/** `sure` until the outcome is known; `refused` says why and may be tried again. */
export type Settling = "settling" | "sure" | "paid" | "over" | "refused";

interface Told {
  readonly stage: Settling;
  /** Why it was refused, in the member's words. */
  readonly error?: string;
}

const LOOK_INTERVAL_MS = 2_000;

const stageOf = ({ state }: Payment): Settling =>
  state === "paid" || state === "over" ? state : "sure";

/** The points were agreed to when the order was placed, so it is settled without another question. */
export function useSettling(orderNo: string) {
  const [told, setTold] = useState<Told>({ stage: "settling" });
  const [looks, setLooks] = useState(0);
  const { stage } = told;
  const hear = (payment: Payment) => setTold({ stage: stageOf(payment) });
  const settle = (): Promise<void> =>
    underKey(`pay:${orderNo}:none`, (idempotencyKey) =>
      api.buying.pay({ orderNo, channel: "none" }, { idempotencyKey }),
    ).then(hear, (failure: unknown) =>
      setTold(
        isAnswered(failure)
          ? { stage: "refused", error: wordsFor(failure) }
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
    const timer = setTimeout(lookNow, LOOK_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [stage, looks]);
  return { ...told, settle };
}
