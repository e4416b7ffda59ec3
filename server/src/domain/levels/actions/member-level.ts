/** Where a member stands, and the growth that leads further. */
import type { Me } from "@yunjing/contract/schemas/member";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type ReadQuery, runReadQuery } from "../../../platform/database/read-query.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { growthFor, growthRefOf, type Level } from "../model.ts";
import {
  callAddGrowth,
  readLevels,
  readLevel,
  type MemberLevelRow,
  memberLevelRowQuery,
} from "../store.ts";

/** All levels, the lowest first. */
export const listLevels = (db: Db | Tx): Promise<readonly Level[]> => readLevels(db);

export type MemberLevel = {
  readonly grade: number;
  readonly name: string;
  /** Percent of the points an order brings. */
  readonly pointsRate: number;
  /** Since when they are a member, in ms. */
  readonly createdAt: number;
  /** They come back after closing an account: nothing meant for newcomers is theirs. */
  readonly isReturning: boolean;
};

/** The standing of member `$1` at `$2`, to be read with other things. Refuses AUTH_EXPIRED when the member is gone. */
export const memberLevelQuery: ReadQuery<MemberLevelRow, MemberLevel> = {
  ...memberLevelRowQuery,
  toResult: ([row]) => {
    invariant(row, "every grade has its rung");
    const { since, ...level } = row;
    if (since === null) throw new Refusal("AUTH_EXPIRED");
    return { ...level, createdAt: since };
  },
};

/** A member's level by the time of `now`, whether or not an agent has run. Refuses AUTH_EXPIRED when the member is gone. */
export async function memberLevelOf(
  context: Pick<Context, "clock">,
  db: Db | Tx,
  memberId: string,
): Promise<MemberLevel> {
  return runReadQuery(db, memberLevelQuery, [memberId, context.clock.sql()]);
}

/** A member's level as their card shows it. */
export async function levelProgressOf(
  context: Pick<Context, "clock">,
  db: Db | Tx,
  memberId: string,
): Promise<Me["level"]> {
  const row = await readLevel(db, memberId, context.clock.sql());
  invariant(row, "every grade has its rung");
  const { grade, name, growth, nextGrowth, nextName } = row;
  const next = nextGrowth === null || nextName === null ? {} : { nextGrowth, nextName };
  return { grade, name, growth, ...next };
}

export type GrowthEntry = {
  readonly memberId: string;
  /** The same reference grows once. */
  readonly ref: string;
  /** May be below zero; what is left never is. */
  readonly growth: number;
  /** What the member reads. */
  readonly title: string;
  /** Undefined is now. */
  readonly at?: Date;
};

/** Growth for another reason than an order. */
export const addGrowth = (
  context: Pick<Context, "clock">,
  tx: Db | Tx,
  { at, ...growing }: GrowthEntry,
): Promise<"grown" | "replay" | "none"> =>
  callAddGrowth(tx, { ...growing, now: at ?? context.clock.sql() });

/** Growth of an order that is done, once for each order: 1 for each 元 of cash that was kept. */
export const addOrderGrowth = (
  context: Context,
  tx: Tx,
  done: {
    readonly memberId: string;
    readonly orderId: string;
    readonly cashFen: number;
    /** The order's. */
    readonly title: string;
  },
): Promise<"grown" | "replay" | "none"> =>
  callAddGrowth(tx, {
    memberId: done.memberId,
    ref: growthRefOf(done.orderId),
    growth: growthFor(done.cashFen),
    title: `消费 · ${done.title}`,
    now: context.clock.sql(),
  });
