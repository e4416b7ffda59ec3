/**
 * Supplier orders: the request to a supplier, its status updates, and the schedule of polls.
 *
 * supplier order our request to a supplier for one order or one item of it; one number (out_no),
 * created once and
 *                   never replaced
 * route a supplier that can deliver it, its product and its cost; the next is tried after a
 * definite failure attempt which of an item's supplier orders it is, from 1; each has its own
 * number answer the supplier's answer about it; only issued and failed are definite poll one run of
 * the poller on an order: query, or the step due without an answer silence no definite answer:
 * shown as manual, then cancelled, then an alarm (domain.md 12)
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
import type { FulfilmentState } from "./lifecycle.ts";
import { type QueryHistory, nextQueryAt } from "./query-schedule.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";

type Requested<O> = O extends SupplierOrder
  ? Omit<O, "outNo" | "product" | "contactPhone" | "account">
  : never;
/**
 * The parts of a request that are the same at every supplier and not secret: all but number,
 * product, and contact phone or account.
 */
export type SupplierRequest = Requested<SupplierOrder>;
export type MealRequest = Requested<MealOrder>;

/**
 * Builds the supplier's order. `contact` is the phone, or the account of a top-up; a card needs
 * none, and it is optional for tickets.
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

/**
 * Generates our number for a supplier, once and never replaced: D, the day in Shanghai, 16 random
 * symbols; 25 in all.
 */
export function generateOutNo({ clock, random }: Pick<Context, "clock" | "random">): string {
  const drawn = Array.from({ length: OUT_NO_DRAWN }, () => BASE_36[randomBelow(random, 36)]);
  const day = shanghaiDay(clock.now().getTime());
  return `D${day.replaceAll("-", "")}${drawn.join("")}`;
}

/** The seal context of a supplier order's contact; the submitting module seals with it. */
export const contactSealContext = (supplierOrderId: string): string =>
  `supplier_order:contact_sealed:${supplierOrderId}`;

/** A supplier order; instants in ms. */
export type SupplierOrderRow = QueryHistory & {
  readonly ownerId: string;
  readonly id: string;
  readonly orderId: string;
  readonly itemId: string | null;
  readonly supplierId: string;
  readonly outNo: string;
  readonly attempt: number;
  readonly product: string;
  /** The total cost to us, in fen. */
  readonly costFen: number;
  /** The routes to try after this one. */
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
  /** The operator whose claim it is, and its end. */
  readonly claimedBy: string | null;
  readonly claimedUntil: number | null;
  /** An operator delivered instead of the supplier. */
  readonly isHandMade: boolean;
  /** A keyed hash of the codes that an operator delivered. */
  readonly manualCodesMac: Buffer | null;
};

/** Describes what is wrong with a delivery; `undefined` when it matches the request. */
export function deliveryMismatch(
  { kind, quantity }: Pick<SupplierOrderRow, "kind" | "quantity">,
  codes: readonly Delivered[],
): string | undefined {
  if (kind === "topup") return undefined;
  // A large meal has a code for each bag; there must be at least one.
  const isRight = kind === "meal" ? codes.length > 0 : codes.length === quantity;
  return isRight ? undefined : `${codes.length} codes came for ${quantity ?? "a meal"}`;
}

/** The order or item that the events of a supplier order refer to. */
export const orderRefOf = ({ ownerId, orderId, itemId }: SupplierOrderRow): OrderRef =>
  itemId === null ? { ownerId, orderId } : { ownerId, orderId, itemId };

/**
 * Returns the steps due without an answer at `now`; manual and alarm happen once, cancelling
 * repeats until there is an answer.
 */
export function dueStepsOf(placed: SupplierOrderRow, now: number, settings: Settings) {
  const ageMs = now - placed.createdAt;
  return {
    manual: ageMs >= settings.codeIssueManualMs && !placed.isManual,
    cancel: ageMs >= settings.codeIssueCancelMs,
    alarm: ageMs >= settings.codeIssueAlarmMs && !placed.isAlarmed,
  };
}

/** Returns the deadlines without an answer that are still to come, in ms. */
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

/**
 * A cancel without an answer is repeated after a tenth of the time since the first, up to a
 * maximum.
 */
function cancelGapMs({ createdAt }: SupplierOrderRow, now: number, settings: Settings): number {
  const { cancelAgainMs, cancelAgainMaxMs, codeIssueCancelMs } = settings;
  const takenMs = now - createdAt - codeIssueCancelMs;
  return Math.max(cancelAgainMs, Math.min(takenMs / 10, cancelAgainMaxMs));
}

/**
 * Returns when to poll next: at the next query or cancel, or at the next deadline if that is
 * sooner.
 */
export function nextPollAt(placed: SupplierOrderRow, now: number, settings: Settings): number {
  const isBeingCancelled = now - placed.createdAt >= settings.codeIssueCancelMs;
  const next = isBeingCancelled
    ? now + cancelGapMs(placed, now, settings)
    : nextQueryAt(placed, now, settings);
  return Math.min(next, ...upcomingDeadlines(placed, now, settings));
}

/** An operator's manual decision with its evidence. */
export type ManualDecision = {
  readonly operatorId: string;
  readonly reason: string;
  readonly evidence: string;
  /**
   * We provided the codes ourselves; not that the supplier delivered and confirmed it by another
   * channel.
   */
  readonly isHandMade: boolean;
};

/** A supplier's answer about one number, and its source. */
export type SupplierStatusUpdate = {
  readonly outNo: string;
  readonly answer: SupplierAnswer;
  readonly source: "place" | "query" | "cancel" | "callback" | "route" | "desk";
  /** Present where the source is `desk` (the manual queue). */
  readonly manualDecision?: ManualDecision;
  /** How long the supplier took to answer a request, in ms. */
  readonly tookMs?: number;
};

/**
 * The outcome of a status update: it moved the order, changed nothing, or came after the final
 * state.
 */
export type UpdateOutcome = "moved" | "unchanged" | "late";
