/** Every statement about codes and their sessions; the hot ones are one call each. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { sql } from "drizzle-orm";
import { type Db, hot, type Tx } from "../../platform/database/pool.ts";
import type { Now } from "../../platform/database/sql.ts";
import type { Guard } from "./guessing/guard.ts";

export type Opened = {
  readonly outcome: "locked" | "proof" | "opened" | "resumed" | "busy" | "invalid";
  readonly is_locked_now: boolean | null;
  readonly is_canary: boolean | null;
  /** With `proof`: how hard it must be, in leading zero bits. */
  readonly bits: number;
  readonly session: string;
  readonly expires_at: Date;
  readonly target: BatchTarget;
  readonly last4: string;
  readonly valid_until: Date;
};

const open = {
  name: "exchange_open",
  text: "SELECT * FROM exchange_open($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)",
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
    guard: Guard;
    leaseMs: number;
    eventId: string;
    now: Now;
  },
): Promise<Opened | undefined> {
  const rows = await hot<Opened>(db, open, [
    wanted.ownerId,
    wanted.holderId ?? null,
    wanted.codeMac,
    wanted.sessionId,
    wanted.sessionHash,
    wanted.resumeHash ?? null,
    JSON.stringify(wanted.guard),
    wanted.leaseMs,
    wanted.eventId,
    wanted.now,
  ]);
  return rows[0];
}

/** An answer kept under a key: ids only, since tokens are derived from them. */
export type Kept = {
  readonly orderId: string;
  readonly orderNo: string;
  /** What still has to be paid; absent when nothing has. */
  readonly differenceFen?: number;
};

export type Found =
  | {
      readonly outcome: "open";
      readonly session: string;
      readonly owner: string;
      readonly is_member: boolean;
      readonly code_mac: Buffer;
      readonly expires_at: Date;
      readonly target: BatchTarget;
      readonly batch: string;
      readonly last4: string;
      readonly valid_until: Date;
    }
  | { readonly outcome: "over" | "reused" }
  | { readonly outcome: "replay"; readonly result: Kept };

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
): Promise<Found> {
  const { route, key, hash } = wanted.intent ?? {};
  const rows = await hot<Found>(db, session, [
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
  | { readonly outcome: "done" | "replay"; readonly result: Kept }
  | { readonly outcome: "reused" | "session_over" };

/** What any order out of a session takes: whose it is, the code, the key, and the order itself. */
export type FromSession = {
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

/** The first ten arguments of `exchange_redeem` and `exchange_place`. */
export const fromSession = (wanted: FromSession): readonly unknown[] => [
  wanted.ownerId,
  wanted.sessionId,
  wanted.sessionHash,
  wanted.codeMac,
  wanted.intent.route,
  wanted.intent.key,
  wanted.intent.hash,
  JSON.stringify(wanted.order),
  wanted.contactSealed ?? null,
  wanted.receiptHash,
];

const redeem = {
  name: "exchange_redeem",
  text: `SELECT * FROM exchange_redeem($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)`,
};

/** See `functions/redeem.sql`. */
export async function callRedeem(
  db: Db,
  wanted: FromSession & {
    txnId: string;
    posting: object;
    supply: object | undefined;
    supplyContact: Buffer | undefined;
    actor: string;
  },
): Promise<Redeemed | undefined> {
  const rows = await hot<Redeemed>(db, redeem, [
    ...fromSession(wanted),
    wanted.txnId,
    JSON.stringify(wanted.posting),
    wanted.supply === undefined ? null : JSON.stringify(wanted.supply),
    wanted.supplyContact ?? null,
    wanted.actor,
    wanted.eventIds,
    wanted.now,
  ]);
  return rows[0];
}

/** LOCKED → ACTIVE for the session that holds the code; the code's id and owner, or undefined when none does. */
export async function releaseCode(
  tx: Tx,
  held: { codeMac: Buffer; sessionId: string; sessionHash: Buffer; now: Now },
): Promise<{ codeId: string } | undefined> {
  const released = await tx.execute<{ codeId: string }>(sql`
    UPDATE code SET state = 'ACTIVE', session_id = NULL, lock_until = NULL
    WHERE code_mac = ${held.codeMac} AND state = 'LOCKED' AND session_id = ${held.sessionId}
      AND lock_until > coalesce(${held.now}::timestamptz, now())
    RETURNING code_id AS "codeId"`);
  const row = released.rows[0];
  if (row) {
    await tx.execute(sql`
      UPDATE code_session SET state = 'left' WHERE session_hash = ${held.sessionHash} AND state = 'open'`);
  }
  return row;
}

export type Redemption = { codeMac: Buffer; orderId: string; redemptionN: number };

/** REDEEMED → ACTIVE for the redemption that failed, with at least the grace left to be used in; the posting to take back, or undefined when it is not to be had. */
export async function takeCodeBack(
  tx: Tx,
  { codeMac, orderId, redemptionN }: Redemption,
  { givenBackMax, graceMs, now }: { givenBackMax: number; graceMs: number; now: Now },
): Promise<{ txnId: string } | undefined> {
  const taken = await tx.execute<{ txnId: string }>(sql`
    UPDATE code SET state = 'ACTIVE', session_id = NULL, lock_until = NULL, redeemed_by = NULL, redeemed_at = NULL,
                    order_id = NULL, given_back = given_back + 1,
                    valid_until = greatest(valid_until,
                      coalesce(${now}::timestamptz, now()) + ${graceMs} * interval '1 ms')
    WHERE code_mac = ${codeMac} AND state = 'REDEEMED' AND order_id = ${orderId}
      AND redemption_n = ${redemptionN} AND given_back < ${givenBackMax}
    RETURNING txn_id AS "txnId"`);
  return taken.rows[0];
}

/** Whether the code still belongs to this order. */
export async function isRedeemedBy(
  tx: Tx,
  { codeMac, orderId }: Pick<Redemption, "codeMac" | "orderId">,
): Promise<boolean> {
  const found = await tx.execute(sql`
    SELECT 1 FROM code WHERE code_mac = ${codeMac} AND state = 'REDEEMED' AND order_id = ${orderId}`);
  return found.rows.length > 0;
}
