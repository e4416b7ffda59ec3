/** What should be: plain lists of what members were given, ordered and paid, and sums over them. It knows no database. */

export type Member = {
  readonly index: number;
  readonly phone: string;
  readonly memberId: string;
  readonly inviter: number | undefined;
  /** Given and taken besides orders and top-ups: codes and adjustments. */
  fen: number;
  points: number;
  /** Points that came together, each with its end in ms. */
  readonly given: GrantedPoints[];
};
type GrantedPoints = { readonly points: number; readonly endsAt: number };

const SHANGHAI_MS = 8 * 3_600_000;

/** Points given now live on to the end of this month of next year (domain.md 13). */
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
  /** What the coupon takes off. */
  readonly discountFen: number;
  readonly expiresAt: number;
  /** As the product says; what moves it is judged where it is seen. */
  state: "WAIT_PAY" | "ACTIVE" | "DONE" | "CANCELLED" | "CLOSED";
  isPaid: boolean;
  /** As the product says: no item is on its way any more. */
  isDelivered: boolean;
  /** The member gave it up. */
  isCancelled: boolean;
  /** It was paid without the channel. */
  isPaidInternally: boolean;
  /** Numbers of payments begun at the channel. */
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
  /** Whose session it is, until when; the token opens it. */
  lock: { readonly seat: number; readonly session: string; readonly until: number } | undefined;
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
  /** As the product says; what moves it is judged where it is seen. */
  state: "REVIEWING" | "PAYING" | "WAIT_USER_CONFIRM" | "SUCCESS" | "RETURNED" | "CANCELLED";
  /** What a person made of it while it waited. */
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

/** A request under a key that was answered: asked again, it must say the same and do nothing. */
export type CompletedRequest = {
  readonly name: string;
  readonly result: string;
  readonly at: number;
  /** Throws when the answer is another one. */
  readonly repeat: () => Promise<void>;
  /** Another body under the same key; answers the code. */
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
  /** Every number that was paid at the channel, whatever we know of it. */
  readonly paidTrades = new Set<string>();
}

/** One of a list, whichever the number falls on. */
export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

export function mustPick<T>(list: readonly T[], at: number): T {
  const found = pick(list, at);
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}

/** Mostly one of those that are alive, so that something happens; now and then any. */
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
