/** SQL statements on codes and their sessions; the frequent ones are one call each. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import type { ArgumentsOf, ResultOf } from "../../platform/database/sql-function.ts";
import { invariant } from "../../platform/refusal.ts";
import {
  exchangeGiveBack,
  exchangeOpen,
  exchangeRedeem,
  exchangeSession,
  exchangeUseLeave,
} from "../../sql/exchange.ts";

type OpenArguments = ArgumentsOf<typeof exchangeOpen>;
export type Opened = ResultOf<typeof exchangeOpen>;
/**
 * The target of a code; for a multi-use code with the number of uses this holder may still redeem.
 */
export type HeldTarget = NonNullable<Opened["target"]>;
/** The target of a code. */
export type CodeTarget = Omit<HeldTarget, "usesLeft" | "perMember">;

const base64 = (bytes: Buffer): string => bytes.toString("base64");

/** Whether every field of a row has a value. */
export const isComplete = <Row extends object>(
  row: Row,
): row is Row & { readonly [K in keyof Row]: NonNullable<Row[K]> } =>
  Object.values(row).every((value) => value !== null);

/** See `functions/open.sql`. */
export const callOpen = (
  db: Db,
  wanted: {
    ownerId: string;
    holderId: string | undefined;
    codeMac: Buffer;
    sessionId: string;
    sessionHash: Buffer;
    resumeHash: Buffer | undefined;
    guard: OpenArguments["guard"];
    leaseMs: number;
    eventId: string;
    now: Now;
  },
): Promise<Opened> =>
  exchangeOpen(db, {
    owner: wanted.ownerId,
    holder: wanted.holderId ?? null,
    codeMac: wanted.codeMac,
    session: {
      id: wanted.sessionId,
      hash: base64(wanted.sessionHash),
      resumeHash: wanted.resumeHash ? base64(wanted.resumeHash) : null,
      leaseMs: wanted.leaseMs,
      eventId: wanted.eventId,
    },
    guard: wanted.guard,
    now: wanted.now,
  });

type RedeemArguments = ArgumentsOf<typeof exchangeRedeem>;
type RedeemRow = ResultOf<typeof exchangeRedeem>;
/** A result stored under a key. Contains only ids, since tokens are derived from them. */
export type StoredResult = NonNullable<RedeemRow["result"]>;

type SessionRow = ResultOf<typeof exchangeSession>;
type Held = Omit<SessionRow, "outcome" | "result">;
export type FoundSession =
  | ({ readonly outcome: "open" } & { readonly [K in keyof Held]: NonNullable<Held[K]> })
  | { readonly outcome: "over" | "reused" }
  | { readonly outcome: "replay"; readonly result: StoredResult };

export type Intent = { readonly route: string; readonly key: string; readonly hash: Buffer };

/** See `functions/session.sql`. */
export async function callSession(
  db: Db,
  wanted: {
    sessionHash: Buffer;
    holderId: string | undefined;
    intent: Intent | undefined;
    now: Now;
  },
): Promise<FoundSession> {
  const { outcome, result, ...held } = await exchangeSession(db, {
    sessionHash: wanted.sessionHash,
    holder: wanted.holderId ?? null,
    route: wanted.intent?.route ?? null,
    key: wanted.intent?.key ?? null,
    hash: wanted.intent?.hash ?? null,
    now: wanted.now,
  });
  switch (outcome) {
    case "open":
      invariant(isComplete(held), "an open session holds its code");
      return { outcome, ...held };
    case "replay":
      invariant(result, "an answered request has its result");
      return { outcome, result };
    case "over":
    case "reused":
      return { outcome };
  }
}

export type Redeemed =
  | { readonly outcome: "done" | "replay"; readonly result: StoredResult }
  | { readonly outcome: "reused" | "session_over" | "had" };

/** Narrows the row of `exchange_redeem` or `exchange_place`. */
export function redeemedOf({ outcome, result }: RedeemRow): Redeemed {
  if (outcome !== "done" && outcome !== "replay") return { outcome };
  invariant(result, "a redeemed code has its order");
  return { outcome, result };
}

/** What every order from a session needs: its owner, the code, the key, and the order itself. */
export type SessionOrder<Order> = {
  readonly ownerId: string;
  readonly sessionId: string;
  readonly sessionHash: Buffer;
  readonly codeMac: Buffer;
  readonly intent: Intent;
  readonly order: Order;
  readonly contactSealed: Buffer | undefined;
  readonly receiptHash: Buffer;
  readonly eventIds: readonly [string, string];
  readonly now: Now;
};
/** The fields of an order that `sessionOrderArguments` adds. */
export type AddedToOrder = "contactSealed" | "receiptHash" | "eventIds";

/** The arguments that `exchange_redeem` and `exchange_place` share. */
export const sessionOrderArguments = <Order>(wanted: SessionOrder<Order>) => ({
  owner: wanted.ownerId,
  session: {
    id: wanted.sessionId,
    hash: base64(wanted.sessionHash),
    codeMac: base64(wanted.codeMac),
  },
  intent: { ...wanted.intent, hash: base64(wanted.intent.hash) },
  order: {
    ...wanted.order,
    contactSealed: wanted.contactSealed ? base64(wanted.contactSealed) : null,
    receiptHash: base64(wanted.receiptHash),
    eventIds: wanted.eventIds,
  },
  now: wanted.now,
});

/** See `functions/redeem.sql`. */
export async function callRedeem(
  db: Db,
  wanted: SessionOrder<Omit<RedeemArguments["order"], AddedToOrder>> & {
    readonly posting: RedeemArguments["posting"];
    readonly supply: Omit<NonNullable<RedeemArguments["supply"]>, "contactSealed"> | undefined;
    readonly supplyContact: Buffer | undefined;
  },
): Promise<Redeemed> {
  const contact = wanted.supplyContact ? { contactSealed: base64(wanted.supplyContact) } : {};
  const supply = wanted.supply ? { ...wanted.supply, ...contact } : null;
  const { posting } = wanted;
  const row = await exchangeRedeem(db, { ...sessionOrderArguments(wanted), posting, supply });
  return redeemedOf(row);
}

/**
 * Releases what the session holds: the code, or its use of a multi-use code. Returns the code's id,
 * or `undefined` when it holds none.
 */
export async function releaseCode(
  tx: Tx,
  held: { codeMac: Buffer; sessionId: string; sessionHash: Buffer; now: Now },
): Promise<{ codeId: string; isOfMany: boolean } | undefined> {
  const { codeMac, sessionId, sessionHash, now } = held;
  const released = await tx.execute<{ codeId: string }>(sql`
    UPDATE code SET state = 'ACTIVE', session_id = NULL, lock_until = NULL
    WHERE code_mac = ${codeMac} AND state = 'LOCKED' AND session_id = ${sessionId} AND lock_until > ${sqlNow(now)}
    RETURNING code_id AS "codeId"`);
  const whole = released.rows[0]?.codeId;
  const codeId = whole ?? (await releaseUse(tx, { codeMac, holder: sessionId, now }));
  if (codeId === undefined) return undefined;
  await tx.execute(sql`
    UPDATE code_session SET state = 'left' WHERE session_hash = ${sessionHash} AND state = 'open'`);
  return { codeId, isOfMany: whole === undefined };
}

/**
 * Releases a use that a session holds at `now`, or, without a time, that an unpaid order holds.
 * Returns the code's id, or `undefined` when the use is no longer held.
 */
export async function releaseUse(
  tx: Tx,
  { codeMac, holder, now }: { codeMac: Buffer; holder: string; now: Now | undefined },
): Promise<string | undefined> {
  const until = now === undefined ? sql`NULL` : sqlNow(now);
  const call = exchangeUseLeave.sql({ codeMac, session: holder, now: until });
  const left = await tx.execute<{ codeId: string | null }>(sql`SELECT ${call} AS "codeId"`);
  return left.rows[0]?.codeId ?? undefined;
}

export type Redemption = {
  readonly ownerId: string;
  readonly codeMac: Buffer;
  readonly orderId: string;
  readonly redemptionN: number;
};

/** See `exchange_give_back`. */
export const callReturnCode = (
  tx: Tx,
  { ownerId: member, codeMac, orderId: order, redemptionN: n }: Redemption,
  { givenBackMax: most, graceMs, now }: { givenBackMax: number; graceMs: number; now: Now },
): Promise<ResultOf<typeof exchangeGiveBack>> =>
  exchangeGiveBack(tx, { member, order, codeMac, n, most, graceMs, now });
