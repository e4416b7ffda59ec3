/** SQL statements that change one code on behalf of an operator. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import { moveOf } from "../../../platform/lifecycle.ts";
import { codeLifecycle } from "../lifecycle.ts";
import { countedChange } from "./counts.ts";

/** A code as stored: a lapsed lock is still LOCKED. */
export type CodeRow = {
  readonly codeMac: Buffer;
  readonly codeId: string;
  readonly batchId: string;
  readonly makerId: string;
  readonly serial: number;
  readonly state: string;
  readonly usesPerCode: number;
};

/** Locks a code until the end of the transaction; undefined when there is none with this id. */
export async function lockCode(tx: Tx, codeId: string): Promise<CodeRow | undefined> {
  // By its own key: on a cluster a row is locked at its node, and the id leads to none.
  const known = await tx.execute<{ codeMac: Buffer }>(
    sql`SELECT code_mac AS "codeMac" FROM code WHERE code_id = ${codeId}`,
  );
  const codeMac = known.rows[0]?.codeMac;
  if (!codeMac) return undefined;
  const found = await tx.execute<CodeRow>(sql`
    SELECT c.code_mac AS "codeMac", c.code_id AS "codeId", c.batch_id AS "batchId", b.maker_id AS "makerId",
           c.serial, c.state, b.uses_per_code AS "usesPerCode"
    FROM code c JOIN code_batch b ON b.batch_id = c.batch_id
    WHERE c.code_mac = ${codeMac} FOR NO KEY UPDATE OF c`);
  return found.rows[0];
}

/** Freezes or resumes a code whose state allows it. Returns whether it did. */
export async function moveCode(
  tx: Tx,
  codeMac: Buffer,
  event: "freeze" | "resume",
): Promise<boolean> {
  const { from, to } = moveOf(codeLifecycle, event);
  const states = sql`${sql.param([...from])}::text[]`;
  const { rows } = await tx.execute<{ changed: number }>(
    countedChange(
      sql`code_mac = ${codeMac} AND state = ANY(${states})`,
      sql`UPDATE code c SET state = ${to} FROM was WHERE c.code_mac = was.code_mac AND c.state = ANY(${states})`,
    ),
  );
  return rows[0]?.changed === 1;
}

/** Ends the sessions that are open on a code. */
async function leaveSessions(tx: Tx, codeMac: Buffer): Promise<void> {
  await tx.execute(sql`
    UPDATE code_session SET state = 'left' WHERE code_mac = ${codeMac} AND state = 'open'`);
}

/**
 * The condition on a locked code or use that an open session holds it. While an order waits for its
 * difference, the order's id replaces the session's. The caller has locked the code: no session of it
 * ends and none is opened meanwhile.
 */
async function heldBySession(tx: Tx, codeMac: Buffer): Promise<SQL> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT session_id AS id FROM code_session WHERE code_mac = ${codeMac} AND state = 'open'`);
  return sql`session_id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])`;
}

/** Ends the lock of a code that no order waits for. Returns whether it was locked. */
export async function unlockCode(tx: Tx, codeMac: Buffer): Promise<boolean> {
  const freed = await tx.execute(sql`
    UPDATE code SET state = 'ACTIVE', session_id = NULL, lock_until = NULL
    WHERE code_mac = ${codeMac} AND state = 'LOCKED' AND ${await heldBySession(tx, codeMac)}`);
  if (freed.rowCount !== 1) return false;
  await leaveSessions(tx, codeMac);
  return true;
}

/** Frees the uses of a multi-use code that sessions hold and no order waits for; returns how many. */
export async function freeHeldUses(
  tx: Tx,
  { codeMac, now }: { readonly codeMac: Buffer; readonly now: Now },
): Promise<number> {
  const freed = await tx.execute(sql`
    UPDATE code_use SET state = 'free', session_id = NULL, session_hash = NULL, lock_until = NULL
    WHERE code_mac = ${codeMac} AND state = 'held' AND lock_until > ${sqlNow(now)}
      AND ${await heldBySession(tx, codeMac)}`);
  const count = freed.rowCount ?? 0;
  if (count > 0) await leaveSessions(tx, codeMac);
  return count;
}

/** Sets a later end for a code that is neither redeemed nor void. Returns whether it did. */
export async function extendOneCode(
  tx: Tx,
  { codeMac, validUntil }: { readonly codeMac: Buffer; readonly validUntil: number },
): Promise<boolean> {
  const until = sql`${new Date(validUntil)}::timestamptz`;
  const { rows } = await tx.execute<{ changed: number }>(
    countedChange(
      sql`code_mac = ${codeMac} AND state NOT IN ('REDEEMED', 'VOID') AND valid_until < ${until}`,
      sql`UPDATE code c SET valid_until = ${until} FROM was WHERE c.code_mac = was.code_mac`,
    ),
  );
  return rows[0]?.changed === 1;
}

/** Returns whether a proposal to void exactly this serial waits at `now`. */
export async function isVoidProposed(
  db: Db | Tx,
  { batchId, serial, since }: { batchId: string; serial: number; since: Date },
): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM approval WHERE kind = 'code_void' AND subject = ${batchId} AND state = 'waiting'
      AND created_at > ${since} AND payload = ${JSON.stringify({ from: serial, to: serial })}::jsonb`);
  return (found.rowCount ?? 0) > 0;
}
