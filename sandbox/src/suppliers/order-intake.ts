/** Accepts each order once by our order number, and keeps tombstones of cancelled numbers. */
import { isDeepStrictEqual } from "node:util";
import type { SeededRandom } from "../seeded-random.ts";
import { createDecisions, type DecisionDeps } from "./decisions.ts";
import { type KnownOrder, type SupplierOrderRequest, withLogEntry } from "./orders.ts";
import { dayInChina } from "./behaviour.ts";

export type OrderIntakeDeps<W extends SupplierOrderRequest> = DecisionDeps<W> & {
  chance: SeededRandom;
  /** Minimum and maximum time from accepting an order to its decision, in ms. */
  issueDelayMs: readonly [number, number];
};

/** The result planned for a new order; `refused` means that it is not accepted. */
export type OrderOutcome = "issued" | "failed" | "never" | "refused";

export type OrderIntake<W extends SupplierOrderRequest> = {
  /** Returns `undefined` when the number already belongs to a different order. */
  place(wanted: W, outcome: OrderOutcome): KnownOrder<W> | undefined;
  query: (outNo: string) => KnownOrder<W> | undefined;
  cancel: (outNo: string) => KnownOrder<W>;
  /** Resumes the orders that were open when the process ended. */
  resume: () => void;
};

type OrderCall = "place" | "query" | "cancel";

export function createOrderIntake<W extends SupplierOrderRequest>(
  deps: OrderIntakeDeps<W>,
): OrderIntake<W> {
  const { journal, clock, trade } = deps;
  const decideInTime = createDecisions(deps);
  let takenCount = journal.values().filter(({ supplierNo }) => supplierNo).length;

  const save = (order: KnownOrder<W>, what: OrderCall, result: string = order.state) => {
    const next = withLogEntry(order, { at: clock.now().toISOString(), what, result });
    journal.put(next.outNo, next);
    return next;
  };

  const placeNew = (wanted: W, outcome: OrderOutcome): KnownOrder<W> => {
    const { outNo } = wanted;
    const reason = outcome === "refused" ? "REFUSED" : trade.refusalOf(wanted);
    if (reason) return save({ outNo, wanted, state: "failed", reason, seen: [] }, "place");

    takenCount += 1;
    const day = dayInChina(clock.now()).replaceAll("-", "");
    const supplierNo = `${trade.numberPrefix}${day}${String(takenCount).padStart(6, "0")}`;
    const order: KnownOrder<W> = { outNo, wanted, supplierNo, state: "accepted", seen: [] };
    if (outcome !== "never") {
      order.decision = outcome === "failed" ? "failed" : "issued";
      order.decideAt = clock.now().getTime() + deps.chance.between(...deps.issueDelayMs);
    }
    decideInTime(order);
    return save(order, "place");
  };

  return {
    place(wanted, outcome) {
      const known = journal.get(wanted.outNo);
      if (!known) return placeNew(wanted, outcome);
      // A tombstone of an unknown number has no order to compare with.
      const isSame = !known.wanted || isDeepStrictEqual(known.wanted, wanted);
      const saved = save(known, "place", isSame ? known.state : "conflict");
      return isSame ? saved : undefined;
    },

    query(outNo) {
      const order = journal.get(outNo);
      return order && save(order, "query");
    },

    cancel(outNo) {
      const order = journal.get(outNo);
      const cancelled = { state: "cancelled", reason: "CANCELLED" } as const;
      if (!order) return save({ outNo, ...cancelled, seen: [] }, "cancel");
      if (order.state !== "accepted" || order.isHandedOn) return save(order, "cancel");
      const { decideAt: _, ...settled } = order;
      const endedAt = clock.now().getTime();
      const next = save({ ...settled, ...cancelled, endedAt }, "cancel");
      deps.onEnd(next);
      return next;
    },

    resume() {
      for (const order of journal.values()) if (order.state === "accepted") decideInTime(order);
    },
  };
}
