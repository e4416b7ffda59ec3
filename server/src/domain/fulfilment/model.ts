/**
 * What we ask of a supplier, and when we look after it.
 *
 *   supplier order  our request to a supplier for one order; one number (out_no), made once and never replaced
 *   answer          the supplier's word on it; only issued and failed are definite
 *   look            a visit of the poller: query, or what silence demands
 *   silence         no definite answer: shown as manual, then cancelled, then an alarm (domain.md 12)
 */
import type { Settings } from "../../platform/settings.ts";
import type { SupplierOrder } from "./port.ts";
import type { FulfilmentState } from "./machine.ts";

/** All of a supplier order but its number and its contact, which are kept apart. */
export type SupplierRequest = Omit<SupplierOrder, "outNo" | "contactPhone">;

/** Where a supplier order's contact is sealed to; whoever submits seals to this place. */
export const contactPlace = (supplierOrderId: string): string =>
  `supplier_order:contact_sealed:${supplierOrderId}`;

/** A supplier order as the actions see it; instants in ms. */
export type Placed = {
  readonly ownerId: string;
  readonly id: string;
  readonly orderId: string;
  readonly supplierId: string;
  readonly outNo: string;
  readonly state: FulfilmentState;
  readonly queries: number;
  readonly createdAt: number;
  readonly isManual: boolean;
  readonly isCancelling: boolean;
  readonly isAlarmed: boolean;
};

/** What silence demands at `now`; each mark is made once, cancelling goes on until there is an answer. */
export function dutiesOf(placed: Placed, now: number, settings: Settings) {
  const ageMs = now - placed.createdAt;
  return {
    manual: ageMs >= settings.codeIssueManualMs && !placed.isManual,
    cancel: ageMs >= settings.codeIssueCancelMs,
    alarm: ageMs >= settings.codeIssueAlarmMs && !placed.isAlarmed,
  };
}

/** When to look again: by the schedule of queries, or sooner where silence comes to its next mark. */
export function nextLookAt(placed: Placed, now: number, settings: Settings): number {
  const { codeIssueManualMs, codeIssueCancelMs, codeIssueAlarmMs } = settings;
  const schedule = settings.supplierQuerySeconds;
  const seconds = schedule[Math.min(placed.queries, schedule.length - 1)] ?? 60;
  const isBeingCancelled = now - placed.createdAt >= codeIssueCancelMs;
  const byQuery = now + (isBeingCancelled ? settings.cancelAgainMs : seconds * 1000);
  const marks = [codeIssueManualMs, codeIssueCancelMs, codeIssueAlarmMs]
    .map((ageMs) => placed.createdAt + ageMs)
    .filter((at) => at > now);
  return Math.min(byQuery, ...marks);
}
