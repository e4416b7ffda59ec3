/**
 * Stores shared WeChat credentials: a fetch lease for one process, and the encrypted value for all.
 */
import { sql } from "drizzle-orm";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Issued } from "./platform.ts";
import { sqlNow } from "../../platform/database/sql.ts";

/**
 * Renewed this long before it expires, or at half of its lifetime when the lifetime is under twenty
 * minutes.
 */
const RENEW_BEFORE_MS = 10 * 60_000;
/**
 * Longer than all calls of one fetch; when the process crashes during it, another may fetch
 * afterwards.
 */
const LEASE_MS = 30_000;
/**
 * The pause after a failed fetch: short when there is no valid value, longer while the old one is
 * still valid.
 */
const RETRY_MS = 2_000;
const RETRY_WHILE_GOOD_MS = 30_000;

export type Row = {
  readonly value: string | undefined;
  /** The id of the fetch that stored the value. */
  readonly fetchedBy: string | null;
  readonly isDue: boolean;
  /** WeChat rejected the last value. */
  readonly isRefused: boolean;
  /** A fetch failed a moment ago, and the pause before the next one has not ended. */
  readonly isDown: boolean;
};

const now = (context: Context) => sqlNow(context.clock.sql());
const inMs = (context: Context, ms: number) => sql`${now(context)} + ${ms} * interval '1 ms'`;
/** Whether an instant has come, by the end of the new lease: a cluster takes no clock here. */
const hasCome = (column: "kept.lease_until" | "kept.renew_at") =>
  sql`excluded.lease_until - ${sql.raw(column)} >= make_interval(secs => ${LEASE_MS / 1_000})`;
const sealContextOf = (name: string) => `wechat_credential:sealed:${name}`;

/** Returns the state of a credential; `value` only while it is valid. */
export async function readCredential(context: Context, db: Db, name: string): Promise<Row> {
  const found = await db.execute<Omit<Row, "value"> & { sealed: Buffer | null }>(sql`
    SELECT CASE WHEN expires_at > ${now(context)} THEN sealed END AS sealed,
           fetched_by AS "fetchedBy", is_refused AS "isRefused",
           renew_at IS NULL OR renew_at <= ${now(context)} AS "isDue",
           lease_holder IS NULL AND lease_until > ${now(context)} AS "isDown"
    FROM wechat_credential WHERE name = ${name}`);
  const row = found.rows[0];
  if (!row) {
    return { value: undefined, fetchedBy: null, isDue: true, isRefused: false, isDown: false };
  }
  const { sealed, ...rest } = row;
  return { ...rest, value: sealed ? context.secrets.open(sealed, sealContextOf(name)) : undefined };
}

/**
 * Claims the fetch of a due credential. Returns true for exactly one of concurrent callers, which
 * must fetch it.
 */
export async function claimFetch(
  context: Context,
  db: Db,
  { name, holder }: { name: string; holder: string },
): Promise<boolean> {
  const taken = await db.execute(sql`
    INSERT INTO wechat_credential AS kept (name, lease_holder, lease_until)
    VALUES (${name}, ${holder}, ${inMs(context, LEASE_MS)})
    ON CONFLICT (name) DO UPDATE
    SET lease_holder = excluded.lease_holder, lease_until = excluded.lease_until
    WHERE ${hasCome("kept.lease_until")}
      AND (kept.renew_at IS NULL OR ${hasCome("kept.renew_at")})
    RETURNING name`);
  return taken.rows.length === 1;
}

/**
 * Stores the fetched value for all processes; does nothing when the holder's lease was claimed by
 * another.
 */
export async function storeFetched(
  context: Context,
  db: Db,
  { name, holder, issued }: { name: string; holder: string; issued: Issued },
): Promise<void> {
  const { value, lifetimeMs } = issued;
  const renewInMs = Math.round(lifetimeMs - Math.min(RENEW_BEFORE_MS, lifetimeMs / 2));
  await db.execute(sql`
    UPDATE wechat_credential
    SET sealed = ${context.secrets.seal(value, sealContextOf(name))}, fetched_by = ${holder},
        expires_at = ${inMs(context, lifetimeMs)}, renew_at = ${inMs(context, renewInMs)},
        is_refused = false, lease_holder = NULL, lease_until = ${now(context)}
    WHERE name = ${name} AND lease_holder = ${holder}`);
}

/** Records a failed fetch: no process fetches again until the pause has ended. */
export async function recordFailure(
  context: Context,
  db: Db,
  { name, holder, isStillGood }: { name: string; holder: string; isStillGood: boolean },
): Promise<void> {
  const waitMs = isStillGood ? RETRY_WHILE_GOOD_MS : RETRY_MS;
  await db.execute(sql`
    UPDATE wechat_credential SET lease_holder = NULL, lease_until = ${inMs(context, waitMs)}
    WHERE name = ${name} AND lease_holder = ${holder}`);
}

/** Deletes a value that WeChat rejected, unless another fetch has already replaced it. */
export async function invalidateRefused(
  db: Db,
  { name, fetchedBy }: { name: string; fetchedBy: string | null },
): Promise<void> {
  await db.execute(sql`
    UPDATE wechat_credential
    SET sealed = NULL, expires_at = NULL, renew_at = NULL, is_refused = true
    WHERE name = ${name} AND fetched_by = ${fetchedBy}`);
}
