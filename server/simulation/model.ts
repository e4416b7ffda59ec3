/**
 * The expected state: plain lists of what members were granted, ordered and paid, and sums over
 * them. It uses no database.
 */

export type Member = {
  readonly index: number;
  readonly phone: string;
  readonly memberId: string;
  readonly inviter: number | undefined;
  /** Money granted or deducted outside orders and top-ups: codes and adjustments. */
  fen: number;
  points: number;
  /** Granted points, one entry for each grant, with its expiry in ms. */
  readonly given: GrantedPoints[];
};
type GrantedPoints = { readonly points: number; readonly endsAt: number };

const SHANGHAI_MS = 8 * 3_600_000;

/** Adds points that expire at the end of this month of next year (domain.md 13). */
export function givePoints(member: Member, points: number, now: number): void {
  const there = new Date(now + SHANGHAI_MS);
  const nextMonth = Date.UTC(there.getUTCFullYear() + 1, there.getUTCMonth() + 1, 1);
  member.points += points;
  member.given.push({ points, endsAt: nextMonth - SHANGHAI_MS - 1 });
}

export type Order = {
  readonly no: string;
  readonly memberIndex: number;
  readonly quantity: number;
  cashFen: number;
  balanceFen: number;
  readonly points: number;
  readonly couponId: string | undefined;
  /** The coupon's discount in fen. */
  readonly discountFen: number;
  readonly expiresAt: number;
  /** The state as observed in the database; the invariants check every change. */
  state: "WAIT_PAY" | "ACTIVE" | "DONE" | "CANCELLED" | "CLOSED";
  isPaid: boolean;
  /** As observed in the database: no item is still in delivery. */
  isDelivered: boolean;
  /** The member cancelled it. */
  isCancelled: boolean;
  /** It was paid without the channel. */
  isPaidInternally: boolean;
  /** Numbers of the payments created at the channel. */
  readonly trades: string[];
};

export type TopUp = {
  readonly no: string;
  readonly memberIndex: number;
  readonly trade: string;
  readonly amountFen: number;
};

export type Code = {
  readonly text: string;
  readonly mac: string;
  readonly kind: "points" | "balance";
  readonly endsAt: number;
  /** The member who holds the session, its token, and when it ends. */
  lock:
    | { readonly memberIndex: number; readonly session: string; readonly until: number }
    | undefined;
  isUsed: boolean;
};

export type Coupon = {
  readonly id: string;
  readonly memberIndex: number;
  readonly endsAt: number;
};

export type Withdrawal = {
  readonly no: string;
  readonly memberIndex: number;
  readonly amountFen: number;
  readonly at: number;
  /** The state as observed in the database; the invariants check every change. */
  state: "REVIEWING" | "PAYING" | "WAIT_USER_CONFIRM" | "SUCCESS" | "RETURNED" | "CANCELLED";
  /** The decision of the operator or the member while it was in review. */
  decided: "APPROVED" | "RETURNED" | "CANCELLED" | undefined;
};

export type Proposal = {
  readonly id: string;
  readonly memberIndex: number;
  readonly asset: "fen" | "points";
  readonly amount: number;
  state: "waiting" | "approved" | "rejected";
  /** When it was proposed, ms since 1970. */
  readonly at: number;
};

/**
 * An answered request under an idempotency key: repeated, it must return the same and change
 * nothing.
 */
export type CompletedRequest = {
  readonly name: string;
  readonly result: string;
  readonly at: number;
  /** Throws when the answer differs. */
  readonly repeat: () => Promise<void>;
  /** Sends another body under the same key. Returns the code. */
  readonly repeatWithOtherInput: (() => Promise<string | undefined>) | undefined;
};

export const CODE_POINTS = 500;
export const CODE_FEN = 2_000;

export class Model {
  readonly members: Member[] = [];
  readonly orders: Order[] = [];
  readonly topUps: TopUp[] = [];
  readonly codes: Code[] = [];
  readonly coupons: Coupon[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly proposals: Proposal[] = [];
  readonly completedRequests: CompletedRequest[] = [];
  /** Numbers of all trades paid at the channel, whether or not the server was notified. */
  readonly paidTrades = new Set<string>();
}

/** Returns an element of the list, chosen by the number. */
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

export function mustPick<T>(list: readonly T[], at: number): T {
  const found = pick(list, at);
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}

/**
 * Prefers elements for which `isAlive` is true, so that commands have an effect; sometimes returns
 * any element.
 */
export function pickPreferring<T>(list: readonly T[], at: number, isAlive: (one: T) => boolean): T {
  const alive = at % 5 === 0 ? [] : list.filter(isAlive);
  return mustPick(alive.length > 0 ? alive : list, Math.floor(at / 5));
}

export function expectSame(what: string, is: unknown, should: unknown): void {
  const [seen, due] = [JSON.stringify(is), JSON.stringify(should)];
  if (seen !== due) throw new Error(`${what}: it is ${seen}, it should be ${due}`);
}

export function expectOneOf(what: string, is: string, should: readonly string[]): void {
  if (!should.includes(is))
    throw new Error(`${what}: it is ${is}, it should be ${should.join(" or ")}`);
}
