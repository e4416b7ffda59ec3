/** SQL statements on the rate of guessing, on friction, and on canaries. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { deleteInSlices } from "../../../platform/delete-in-slices.ts";

export type FrictionMode = "auto" | "on" | "off";

export type WrongTryRate = {
  /** Wrong tries in the current and the previous bucket: the last five to ten minutes. */
  readonly now: number;
  /** Twice the median bucket of the previous seven days, including buckets without a try. */
  readonly usual: number;
};

/**
 * Number of five-minute buckets in a week. Half of it is the offset of the median in descending
 * order.
 */
const WEEK_BUCKETS = 7 * 24 * 12;

const bucketOf = (now: Now) => sql`date_bin('5 minutes', ${sqlNow(now)}, '2000-01-01Z')`;

export async function readWrongTryRate(db: Db, now: Now): Promise<WrongTryRate> {
  const found = await db.execute<WrongTryRate>(sql`
    WITH edge AS (SELECT ${bucketOf(now)} - interval '5 minutes' AS recent),
    sums AS (SELECT bucket, sum(tries) AS tries FROM code_wrong_rate, edge
             WHERE bucket >= recent - interval '7 days' AND bucket < recent GROUP BY bucket)
    SELECT (SELECT coalesce(sum(tries), 0)::integer FROM code_wrong_rate, edge WHERE bucket >= recent) AS now,
           coalesce((SELECT tries * 2 FROM sums ORDER BY tries DESC OFFSET ${WEEK_BUCKETS / 2} LIMIT 1), 0)::integer
             AS usual`);
  return found.rows[0] ?? { now: 0, usual: 0 };
}

export type Friction = {
  readonly mode: FrictionMode;
  readonly isAlarmed: boolean;
  /** Of the current alarm, or of the last one; in ms. */
  readonly raisedAt: number | null;
  readonly raisedUntil: number | null;
};

export async function readFriction(db: Db, now: Now): Promise<Friction> {
  const found = await db.execute<Friction>(sql`
    SELECT mode, coalesce(raised_until > ${sqlNow(now)}, false) AS "isAlarmed",
           ${sql.raw(epochMsSql("raised_at"))} AS "raisedAt", ${sql.raw(epochMsSql("raised_until"))} AS "raisedUntil"
    FROM code_friction WHERE name = 'site'`);
  return found.rows[0] ?? { mode: "auto", isAlarmed: false, raisedAt: null, raisedUntil: null };
}

/** Raises or extends the alarm. Returns the instant it was raised at, in ms. */
export async function raiseFriction(
  tx: Tx,
  { lastsMs, now }: { readonly lastsMs: number; readonly now: Now },
): Promise<number> {
  const raised = await tx.execute<{ raisedAt: number }>(sql`
    WITH raised AS (UPDATE code_friction SET raised_until = clock.until,
      raised_at = CASE WHEN raised_until > clock.at THEN raised_at ELSE clock.at END
    FROM (SELECT ${sqlNow(now)} AS at, ${sqlNow(now)} + ${lastsMs} * interval '1 ms' AS until) clock
    WHERE name = 'site' RETURNING raised_at)
    SELECT ${sql.raw(epochMsSql("raised_at"))} AS "raisedAt" FROM raised`);
  return raised.rows[0]?.raisedAt ?? 0;
}

/** Returns false when the mode is already set. */
export async function setFrictionMode(db: Db, mode: FrictionMode): Promise<boolean> {
  const switched = await db.execute(sql`
    UPDATE code_friction SET mode = ${mode} WHERE name = 'site' AND mode <> ${mode}`);
  return switched.rowCount === 1;
}

/** Wrong tries of the whole site by hour, the latest first; hours without tries are omitted. */
export async function wrongTriesByHour(
  db: Db,
  now: Now,
): Promise<{ hour: number; wrong: number }[]> {
  const found = await db.execute<{ hour: number; wrong: number }>(sql`
    SELECT ${sql.raw(epochMsSql("date_trunc('hour', bucket)"))} AS hour, sum(tries)::integer AS wrong
    FROM code_wrong_rate WHERE bucket > ${sqlNow(now)} - interval '7 days' GROUP BY 1 ORDER BY 1 DESC`);
  return found.rows;
}

/**
 * Returns the networks with the most wrong tries within a day. The subject is the network itself:
 * hash it before showing it.
 */
export async function worstNetworks(
  db: Db,
  { limit, now }: { readonly limit: number; readonly now: Now },
): Promise<{ subject: string; wrong: number; lastAt: number }[]> {
  const found = await db.execute<{ subject: string; wrong: number; lastAt: number }>(sql`
    SELECT substr(subject, length('code-wrong:') + 1) AS subject, sum(used)::integer AS wrong,
           max(${sql.raw(epochMsSql("window_start"))}) AS "lastAt"
    FROM limit_counter
    WHERE window_start > ${sqlNow(now)} - interval '1 day' AND starts_with(subject, 'code-wrong:network:')
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`);
  return found.rows;
}

/** Deletes buckets that are no longer compared, attempts after 90 days, and expired proofs. */
export async function deleteExpiredGuessData(db: Db, now: Now): Promise<void> {
  const earlier = (days: number) => sql`${sqlNow(now)} - ${days} * interval '1 day'`;
  await deleteInSlices(
    db,
    { table: sql`code_wrong_rate`, key: sql`bucket, lane` },
    sql`bucket < ${earlier(8)}`,
  );
  await deleteInSlices(
    db,
    { table: sql`code_attempt`, key: sql`code_mac, id` },
    sql`at < ${earlier(90)}`,
  );
  await deleteInSlices(
    db,
    { table: sql`code_proof`, key: sql`proof_hash` },
    sql`expires_at < ${sqlNow(now)}`,
  );
}

export type CanaryBatch = {
  readonly batchId: string;
  readonly name: string;
  readonly count: number;
  readonly makerId: string;
  readonly reason: string;
};

export async function insertCanaries(
  tx: Tx,
  { batchId, name, count, makerId, reason }: CanaryBatch,
  codes: readonly { readonly codeMac: Buffer; readonly last4: string }[],
  now: Now,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO canary_batch (batch_id, name, count, maker_id, reason, created_at)
    VALUES (${batchId}, ${name}, ${count}, ${makerId}, ${reason}, ${sqlNow(now)})`);
  await tx.execute(sql`
    INSERT INTO code_canary (code_mac, batch_id, last4)
    SELECT mac, ${batchId}, last4
    FROM unnest(${sql.param(codes.map(({ codeMac }) => codeMac))}::bytea[],
                ${sql.param(codes.map(({ last4 }) => last4))}::text[]) AS c(mac, last4)`);
}

export type CanaryBatchSummary = { batchId: string; name: string; count: number; at: number };

/** Newest first. */
export async function listCanaries(db: Db): Promise<CanaryBatchSummary[]> {
  const found = await db.execute<CanaryBatchSummary>(sql`
    SELECT batch_id AS "batchId", name, count, ${sql.raw(epochMsSql("created_at"))} AS at
    FROM canary_batch ORDER BY created_at DESC, batch_id DESC LIMIT 100`);
  return found.rows;
}
