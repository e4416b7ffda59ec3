/** Returns a member's level and the growth for the next one, and adds growth. */
import type { Me } from "@yunjing/contract/schemas/member";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type ReadQuery, runReadQuery } from "../../../platform/database/read-query.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import type { Level } from "../model.ts";
import {
  callAddGrowth,
  callAddOrderGrowth,
  readLevels,
  readLevel,
  type MemberLevelRow,
  memberLevelRowQuery,
} from "../store.ts";

/** Returns all levels, the lowest first. */
export const listLevels = (db: Db | Tx): Promise<readonly Level[]> => readLevels(db);

export type MemberLevel = {
  readonly grade: number;
  readonly name: string;
  /** Percentage of the points that an order earns. */
  readonly pointsRate: number;
  /** Start of the membership, in ms. */
  readonly createdAt: number;
  /** True for a member who closed an earlier account: offers for new members do not apply. */
  readonly isReturning: boolean;
};

/**
 * The level of member `$1` at `$2`, to be combined with other queries. Refuses AUTH_EXPIRED when
 * the member does not exist.
 */
export const memberLevelQuery: ReadQuery<MemberLevelRow, MemberLevel> = {
  ...memberLevelRowQuery,
  toResult: ([row]) => {
    invariant(row, "every grade has its level");
    const { since, ...level } = row;
    if (since === null) throw new Refusal("AUTH_EXPIRED");
    return { ...level, createdAt: since };
  },
};

/**
 * Returns a member's level at `now`, whether or not the settlement job has run. Refuses
 * AUTH_EXPIRED when the member does not exist.
 */
export async function memberLevelOf(
  context: Pick<Context, "clock">,
  db: Db | Tx,
  memberId: string,
): Promise<MemberLevel> {
  return runReadQuery(db, memberLevelQuery, [memberId, context.clock.sql()]);
}

/** Returns a member's level for the member card. */
export async function levelProgressOf(
  context: Pick<Context, "clock">,
  db: Db | Tx,
  memberId: string,
): Promise<Me["level"]> {
  const row = await readLevel(db, memberId, context.clock.sql());
  invariant(row, "every grade has its level");
  const { nextGrowth, nextName, ...level } = row;
  const next = nextGrowth === null || nextName === null ? {} : { nextGrowth, nextName };
  return { ...level, ...next };
}

export type GrowthEntry = {
  readonly memberId: string;
  /** The same reference adds growth once. */
  readonly ref: string;
  /** May be negative; the remaining growth never is. */
  readonly growth: number;
  /** The title shown to the member. */
  readonly title: string;
  /** Undefined means now. */
  readonly at?: Date;
};

/** Adds growth for a reason other than an order. */
export const addGrowth = (
  context: Pick<Context, "clock">,
  tx: Db | Tx,
  { at, ...growing }: GrowthEntry,
): Promise<"grown" | "replay" | "none"> =>
  callAddGrowth(tx, { ...growing, now: at ?? context.clock.sql() });

/**
 * Adds the growth of a completed order, once for each order, for its cash that was not refunded
 * (`levels_growth_for_cash`).
 */
export const addOrderGrowth = (
  context: Context,
  tx: Tx,
  done: {
    readonly memberId: string;
    readonly orderId: string;
    readonly cashFen: number;
    /** The order's title. */
    readonly title: string;
  },
): Promise<"grown" | "replay" | "none"> =>
  callAddOrderGrowth(tx, {
    memberId: done.memberId,
    orderId: done.orderId,
    cashFen: done.cashFen,
    title: `消费 · ${done.title}`,
    now: context.clock.sql(),
  });
