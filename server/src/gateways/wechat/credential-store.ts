/** The rows behind shared credentials: who may fetch one now, and the sealed value for everybody else. */
import { sql } from "drizzle-orm";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Issued } from "./platform.ts";

/** Renewed this long before the end, or at half of what is left when that is sooner. */
const RENEW_BEFORE_MS = 10 * 60_000;
/** Longer than the calls of one fetch together; a process that died in it is then passed over. */
const LEASE_MS = 30_000;
/** After a failure: soon again when members wait for it, later while the old one is still good. */
const RETRY_MS = 2_000;
const RETRY_WHILE_GOOD_MS = 30_000;

export type Row = {
  readonly value: string | undefined;
  /** Which fetch brought the value. */
  readonly fetchedBy: string | null;
  readonly isDue: boolean;
  /** WeChat no longer took the last value. */
  readonly isRefused: boolean;
  /** A fetch failed a moment ago, and nobody tries again yet. */
  readonly isDown: boolean;
};

const now = (context: Context) => sql`coalesce(${context.clock.sql()}::timestamptz, now())`;
const inMs = (context: Context, ms: number) => sql`${now(context)} + ${ms} * interval '1 ms'`;
const sealContextOf = (name: string) => `wechat_credential:sealed:${name}`;

/** What is known of a credential; `value` only while it is good. */
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

/** True for exactly one of all who ask while the credential is due: that one fetches it. */
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
    WHERE kept.lease_until <= ${now(context)}
      AND (kept.renew_at IS NULL OR kept.renew_at <= ${now(context)})
    RETURNING name`);
  return taken.rows.length === 1;
}

/** Keeps what was fetched for everybody; a holder whose lease went to another changes nothing. */
export async function storeFetched(
  context: Context,
  db: Db,
  { name, holder, issued }: { name: string; holder: string; issued: Issued },
): Promise<void> {
  const { value, lifetimeMs: livesMs } = issued;
  const renewInMs = Math.round(livesMs - Math.min(RENEW_BEFORE_MS, livesMs / 2));
  await db.execute(sql`
    UPDATE wechat_credential
    SET sealed = ${context.secrets.seal(value, sealContextOf(name))}, fetched_by = ${holder},
        expires_at = ${inMs(context, livesMs)}, renew_at = ${inMs(context, renewInMs)},
        is_refused = false, lease_holder = NULL, lease_until = ${now(context)}
    WHERE name = ${name} AND lease_holder = ${holder}`);
}

/** Notes a failed fetch: until the time to try again, nobody does. */
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

/** Forgets a value that WeChat refused, unless another fetch has replaced it already. */
export async function invalidateRefused(
  db: Db,
  { name, fetchedBy }: { name: string; fetchedBy: string | null },
): Promise<void> {
  await db.execute(sql`
    UPDATE wechat_credential
    SET sealed = NULL, expires_at = NULL, renew_at = NULL, is_refused = true
    WHERE name = ${name} AND fetched_by = ${fetchedBy}`);
}
