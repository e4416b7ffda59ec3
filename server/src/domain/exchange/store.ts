/** SQL statements on codes and their sessions; the frequent ones are one call each. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import { invariant } from "../../platform/refusal.ts";
import type { GuessLimits } from "./guessing/guard.ts";

/**
 * The target of a code; for a multi-use code with the number of uses this holder may still redeem.
 */
export type HeldTarget = BatchTarget & { readonly usesLeft?: number; readonly perMember?: number };

const base64 = (bytes: Buffer): string => bytes.toString("base64");

export type Opened = {
  readonly outcome: "locked" | "proof" | "opened" | "resumed" | "busy" | "invalid" | "had";
  readonly is_locked_now: boolean | null;
  readonly is_canary: boolean | null;
  /** With `proof`: the required difficulty, in leading zero bits. */
  readonly bits: number;
  readonly session: string;
  readonly expires_at: Date;
  readonly target: HeldTarget;
  readonly last4: string;
  readonly valid_until: Date;
};

const open = {
  name: "exchange_open",
  text: "SELECT * FROM exchange_open($1,$2,$3,$4,$5,$6)",
};

/** See `functions/open.sql`. */
export async function callOpen(
  db: Db,
  wanted: {
    ownerId: string;
    holderId: string | undefined;
    codeMac: Buffer;
    sessionId: string;
    sessionHash: Buffer;
    resumeHash: Buffer | undefined;
    guard: GuessLimits;
    leaseMs: number;
    eventId: string;
    now: Now;
  },
): Promise<Opened | undefined> {
  const rows = await runPrepared<Opened>(db, open, [
    wanted.ownerId,
    wanted.holderId ?? null,
    wanted.codeMac,
    JSON.stringify({
      id: wanted.sessionId,
      hash: base64(wanted.sessionHash),
      resumeHash: wanted.resumeHash && base64(wanted.resumeHash),
      leaseMs: wanted.leaseMs,
      eventId: wanted.eventId,
    }),
    JSON.stringify(wanted.guard),
    wanted.now,
  ]);
  return rows[0];
}

/** A result stored under a key. Contains only ids, since tokens are derived from them. */
export type StoredResult = {
  readonly orderId: string;
  readonly orderNo: string;
  /** The amount still to be paid, in fen; absent when nothing is due. */
  readonly differenceFen?: number;
  /** For a multi-use code: how many uses this holder may still redeem. */
  readonly usesLeft?: number;
};

export type FoundSession =
  | {
      readonly outcome: "open";
      readonly session: string;
      readonly owner: string;
      readonly is_member: boolean;
      readonly code_mac: Buffer;
      readonly expires_at: Date;
      readonly target: HeldTarget;
      readonly batch: string;
      readonly last4: string;
      readonly valid_until: Date;
    }
  | { readonly outcome: "over" | "reused" }
  | { readonly outcome: "replay"; readonly result: StoredResult };

const session = {
  name: "exchange_session",
  text: "SELECT * FROM exchange_session($1,$2,$3,$4,$5,$6)",
};

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
  const { route, key, hash } = wanted.intent ?? {};
  const rows = await runPrepared<FoundSession>(db, session, [
    wanted.sessionHash,
    wanted.holderId ?? null,
    route ?? null,
    key ?? null,
    hash ?? null,
    wanted.now,
  ]);
  return rows[0] ?? { outcome: "over" };
}

export type Redeemed =
  | { readonly outcome: "done" | "replay"; readonly result: StoredResult }
  | { readonly outcome: "reused" | "session_over" | "had" };

/** What every order from a session needs: its owner, the code, the key, and the order itself. */
export type SessionOrder = {
  readonly ownerId: string;
  readonly sessionId: string;
  readonly sessionHash: Buffer;
  readonly codeMac: Buffer;
  readonly intent: Intent;
  readonly order: object;
  readonly contactSealed: Buffer | undefined;
  readonly receiptHash: Buffer;
  readonly eventIds: readonly [string, string];
  readonly now: Now;
};

/** The first four arguments of `exchange_redeem` and `exchange_place`. */
export const sessionOrderArguments = (wanted: SessionOrder): readonly unknown[] => [
  wanted.ownerId,
  JSON.stringify({
    id: wanted.sessionId,
    hash: base64(wanted.sessionHash),
    codeMac: base64(wanted.codeMac),
  }),
  JSON.stringify({ ...wanted.intent, hash: base64(wanted.intent.hash) }),
  JSON.stringify({
    ...wanted.order,
    contactSealed: wanted.contactSealed && base64(wanted.contactSealed),
    receiptHash: base64(wanted.receiptHash),
    eventIds: wanted.eventIds,
  }),
];

const redeem = {
  name: "exchange_redeem",
  text: "SELECT * FROM exchange_redeem($1,$2,$3,$4,$5,$6,$7)",
};

/** See `functions/redeem.sql`. */
export async function callRedeem(
  db: Db,
  wanted: SessionOrder & {
    txnId: string;
    posting: object;
    supply: object | undefined;
    supplyContact: Buffer | undefined;
  },
): Promise<Redeemed | undefined> {
  const contactSealed = wanted.supplyContact && base64(wanted.supplyContact);
  const supply = wanted.supply ? JSON.stringify({ ...wanted.supply, contactSealed }) : null;
  const rows = await runPrepared<Redeemed>(db, redeem, [
    ...sessionOrderArguments(wanted),
    JSON.stringify({ ...wanted.posting, txnId: wanted.txnId }),
    supply,
    wanted.now,
  ]);
  return rows[0];
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
  const left = await tx.execute<{ codeId: string | null }>(
    sql`SELECT exchange_use_leave(${codeMac}, ${holder}, ${until}) AS "codeId"`,
  );
  return left.rows[0]?.codeId ?? undefined;
}

export type Redemption = {
  readonly ownerId: string;
  readonly codeMac: Buffer;
  readonly orderId: string;
  readonly redemptionN: number;
};

/** See `exchange_give_back`. */
export async function callReturnCode(
  tx: Tx,
  { ownerId, codeMac, orderId, redemptionN }: Redemption,
  { givenBackMax, graceMs, now }: { givenBackMax: number; graceMs: number; now: Now },
): Promise<{ outcome: "taken" | "returned" | "refused"; txnId: string | null }> {
  const given = await tx.execute<{
    outcome: "taken" | "returned" | "refused";
    txnId: string | null;
  }>(sql`
    SELECT outcome, txn_id AS "txnId"
    FROM exchange_give_back(${ownerId}, ${orderId}, ${codeMac}, ${redemptionN}::integer, ${givenBackMax}::integer,
                            ${graceMs}::bigint, ${now}::timestamptz)`);
  invariant(given.rows[0], "exchange_give_back returns one row");
  return given.rows[0];
}
