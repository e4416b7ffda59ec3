/** Ends each accepted order when its time has come: with a delivery or a late failure. */
import type { Scheduler, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { KnownOrder, SupplierOrderRequest } from "./orders.ts";
import type { SupplierBehaviour } from "./behaviour.ts";

export type DecisionDeps<W extends SupplierOrderRequest> = {
  journal: Journal<KnownOrder<W>>;
  trade: SupplierBehaviour<W>;
  clock: Clock;
  agenda: Scheduler;
  /** Called for every order that has ended. */
  onEnd: (order: KnownOrder<W>) => void;
};

/**
 * Returns a function that schedules the end of an accepted order at its `decideAt`, if it has one.
 */
export function createDecisions<W extends SupplierOrderRequest>(
  deps: DecisionDeps<W>,
): (order: KnownOrder<W>) => void {
  const { journal, clock, agenda, trade } = deps;

  const ended = (order: KnownOrder<W>): KnownOrder<W> => {
    const { decideAt: _, ...rest } = order;
    const settled = { ...rest, endedAt: clock.now().getTime() };
    if (!order.wanted || order.decision === "failed") {
      return { ...settled, state: "failed", reason: trade.lateFailureReason };
    }
    return { ...settled, state: "issued", ...trade.deliver(order.wanted, clock.now()) };
  };

  const decide = (outNo: string) => {
    const order = journal.get(outNo);
    if (order?.state !== "accepted") return;
    const next = ended(order);
    journal.put(outNo, next);
    deps.onEnd(next);
  };

  return ({ outNo, decideAt }) => {
    if (decideAt !== undefined) agenda.at(decideAt, () => decide(outNo));
  };
}
