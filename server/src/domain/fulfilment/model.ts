/**
 * What we ask of a supplier, and when we look after it.
 *
 *   supplier order  our request to a supplier for one order or one item of it; one number (out_no), made once and
 *                   never replaced
 *   route           a supplier that can deliver it, its product and its cost; the next is tried after a definite no
 *   attempt         which of an item's supplier orders it is, from 1; each has its own number
 *   answer          the supplier's word on it; only issued and failed are definite
 *   look            a visit of the poller: query, or what silence demands
 *   silence         no definite answer: shown as manual, then cancelled, then an alarm (domain.md 12)
 */
import type { Context } from "../../platform/context.ts";
import { randomBelow } from "../../platform/random.ts";
import { invariant } from "../../platform/refusal.ts";
import type { Settings } from "../../platform/settings.ts";
import type {
  OrderRef,
  Delivered,
  MealOrder,
  Route,
  SupplierAnswer,
  SupplierOrder,
} from "./port.ts";
import type { FulfilmentState } from "./machine.ts";
import { type QueryHistory, nextQueryAt } from "./query-schedule.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";

type Requested<O> = O extends SupplierOrder
  ? Omit<O, "outNo" | "product" | "contactPhone" | "account">
  : never;
/** What is the same at every supplier and no secret: all but number, product, and contact phone or account. */
export type SupplierRequest = Requested<SupplierOrder>;
export type MealRequest = Requested<MealOrder>;

/**
 * The order in a supplier's words. `contact` is the phone, or the account of a top-up: a card needs none, and tickets can
 * do without.
 */
export function orderFrom(
  request: SupplierRequest,
  { outNo, product, contact }: { outNo: string; product: string; contact: string | undefined },
): SupplierOrder {
  switch (request.kind) {
    case "card":
      return { ...request, outNo, product };
    case "movie":
      return { ...request, outNo, product, ...(contact ? { contactPhone: contact } : {}) };
    case "meal":
      invariant(contact !== undefined, "a meal has a contact phone");
      return { ...request, outNo, contactPhone: contact };
    case "topup":
      invariant(contact !== undefined, "a top-up has an account");
      return { ...request, outNo, product, account: contact };
  }
}

const BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const OUT_NO_DRAWN = 16;

/** Our number for a supplier, made once and never replaced: D, the day in Shanghai, 16 drawn symbols; 25 in all. */
export function generateOutNo({ clock, random }: Pick<Context, "clock" | "random">): string {
  const drawn = Array.from({ length: OUT_NO_DRAWN }, () => BASE_36[randomBelow(random, 36)]);
  const day = shanghaiDay(clock.now().getTime());
  return `D${day.replaceAll("-", "")}${drawn.join("")}`;
}

/** Where a supplier order's contact is sealed to; whoever submits seals to this place. */
export const contactSealContext = (supplierOrderId: string): string =>
  `supplier_order:contact_sealed:${supplierOrderId}`;

/** A supplier order as the actions see it; instants in ms. */
export type SupplierOrderRow = QueryHistory & {
  readonly ownerId: string;
  readonly id: string;
  readonly orderId: string;
  readonly itemId: string | null;
  readonly supplierId: string;
  readonly outNo: string;
  readonly attempt: number;
  readonly product: string;
  /** What all of it costs us, in fen. */
  readonly costFen: number;
  /** Those that may be tried after this one. */
  readonly routes: readonly Route[];
  readonly kind: SupplierRequest["kind"];
  readonly quantity: number | null;
  readonly state: FulfilmentState;
  readonly pollCount: number;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly isManual: boolean;
  readonly isCancelling: boolean;
  readonly isAlarmed: boolean;
  /** The operator who looks after it, until when. */
  readonly claimedBy: string | null;
  readonly claimedUntil: number | null;
  /** A person delivered instead of the supplier. */
  readonly isHandMade: boolean;
  /** Tells the codes that a person handed over from others. */
  readonly manualCodesMac: Buffer | null;
};

/** Says what is wrong with a delivery; undefined when it is what was asked for. */
export function deliveryMismatch(
  { kind, quantity }: Pick<SupplierOrderRow, "kind" | "quantity">,
  codes: readonly Delivered[],
): string | undefined {
  if (kind === "topup") return undefined;
  // A large meal has a code for each bag; at least one there must be.
  const isRight = kind === "meal" ? codes.length > 0 : codes.length === quantity;
  return isRight ? undefined : `${codes.length} codes came for ${quantity ?? "a meal"}`;
}

/** Whom its news concern. */
export const orderRefOf = ({ ownerId, orderId, itemId }: SupplierOrderRow): OrderRef =>
  itemId === null ? { ownerId, orderId } : { ownerId, orderId, itemId };

/** What silence demands at `now`; each mark is made once, cancelling goes on until there is an answer. */
export function dueStepsOf(placed: SupplierOrderRow, now: number, settings: Settings) {
  const ageMs = now - placed.createdAt;
  return {
    manual: ageMs >= settings.codeIssueManualMs && !placed.isManual,
    cancel: ageMs >= settings.codeIssueCancelMs,
    alarm: ageMs >= settings.codeIssueAlarmMs && !placed.isAlarmed,
  };
}

/** The marks of silence that are still to come, in ms. */
export function upcomingDeadlines(
  { createdAt }: SupplierOrderRow,
  now: number,
  settings: Settings,
): number[] {
  const { codeIssueManualMs, codeIssueCancelMs, codeIssueAlarmMs } = settings;
  return [codeIssueManualMs, codeIssueCancelMs, codeIssueAlarmMs]
    .map((ageMs) => createdAt + ageMs)
    .filter((at) => at > now);
}

/** A cancel without an answer is sent again after a while that grows with a tenth of the time it took so far, to a bound. */
function cancelGapMs({ createdAt }: SupplierOrderRow, now: number, settings: Settings): number {
  const { cancelAgainMs, cancelAgainMaxMs, codeIssueCancelMs } = settings;
  const takenMs = now - createdAt - codeIssueCancelMs;
  return Math.max(cancelAgainMs, Math.min(takenMs / 10, cancelAgainMaxMs));
}

/** When to look again: when to ask or cancel again, or sooner where silence comes to its next mark. */
export function nextPollAt(placed: SupplierOrderRow, now: number, settings: Settings): number {
  const isBeingCancelled = now - placed.createdAt >= settings.codeIssueCancelMs;
  const next = isBeingCancelled
    ? now + cancelGapMs(placed, now, settings)
    : nextQueryAt(placed, now, settings);
  return Math.min(next, ...upcomingDeadlines(placed, now, settings));
}

/** What an operator did by hand, and by which proof. */
export type ManualDecision = {
  readonly operatorId: string;
  readonly reason: string;
  readonly evidence: string;
  /** We delivered ourselves; not that the supplier did and told us by another way. */
  readonly isHandMade: boolean;
};

/** A supplier's word on one number, and how it came to us. */
export type SupplierStatusUpdate = {
  readonly outNo: string;
  readonly answer: SupplierAnswer;
  readonly source: "place" | "query" | "cancel" | "callback" | "route" | "desk";
  /** Present where the source is the desk. */
  readonly manualDecision?: ManualDecision;
  /** How long the supplier took to answer, in ms, where it was asked. */
  readonly tookMs?: number;
};

/** What came of a word: it moved the order, changed nothing, or came after the end. */
export type UpdateOutcome = "moved" | "unchanged" | "late";
