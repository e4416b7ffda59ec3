/**
 * Debits and credits of accounts before an instant: the sums of past days, those of the slots of its
 * day and of the minutes since the last slot, and the transfers of its slot or of the last minutes, so
 * that the cost does not grow with the ledger.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { minuteOf, slotOf } from "../../../platform/database/sql.ts";
import type { Asset, Guarded, Purpose } from "../model.ts";
import { lastSummedDays, minutesEnd, slotsEnd } from "./balances.ts";

/** The sums of one purpose over all its owners; fen or points. The balance is credits less debits. */
export type AccountSums = {
  readonly asset: Asset;
  readonly purpose: Purpose;
  readonly debits: number;
  readonly credits: number;
};

/** One purpose, of one party where named; absent: every account. */
type Scope = { readonly purpose?: Purpose | undefined; readonly party?: string | undefined };

/**
 * The first day that is not read from the sums of days, because it is the instant's or not summed
 * yet; its beginning; the end of the slots that are read; and that of the minutes. Minutes are stored
 * after the last summed slot only.
 */
const firstRead = (before: SQL): SQL => sql`
  SELECT day, since, till, CASE WHEN till >= ${slotsEnd}
           THEN greatest(till, least(${minuteOf(before)}, ${minutesEnd})) ELSE till END AS rest
  FROM (SELECT day, since, greatest(since, least(${slotOf(before)}, ${slotsEnd})) AS till
  FROM (SELECT least((${before} AT TIME ZONE 'Asia/Shanghai')::date, coalesce(max(day) + 1, '-infinity')) AS day
        FROM (${lastSummedDays}) summed) d
  CROSS JOIN LATERAL (SELECT day::timestamp AT TIME ZONE 'Asia/Shanghai' AS since) s) e`;

/** Returns one row for each purpose with a transfer before `before`, ordered by asset and purpose. */
export async function sumsBefore(
  db: Db | Tx,
  { before, purpose, party }: Scope & { readonly before: Date },
): Promise<AccountSums[]> {
  const instant = sql`${before}::timestamptz`;
  const ofPurpose = purpose === undefined ? sql`true` : sql`purpose = ${purpose}`;
  const ofParty = party === undefined ? sql`true` : sql`coalesce(party, '') = ${party}`;
  const found = await db.execute<AccountSums>(sql`
    WITH first AS MATERIALIZED (${firstRead(instant)}), part AS (
      SELECT asset, purpose, debits, credits FROM ledger_rollup
      WHERE day < (SELECT day FROM first) AND ${ofPurpose} AND ${ofParty}
      UNION ALL
      SELECT asset, purpose, debits, credits FROM ledger_member_rollup
      WHERE day < (SELECT day FROM first) AND ${ofPurpose} AND ${party === undefined}
      UNION ALL
      SELECT asset, purpose, debits, credits FROM ledger_slot
      WHERE slot >= (SELECT since FROM first) AND slot < (SELECT till FROM first) AND ${ofPurpose} AND ${ofParty}
      UNION ALL
      SELECT asset, purpose, debits, credits FROM ledger_minute
      WHERE minute >= (SELECT till FROM first) AND minute < (SELECT rest FROM first) AND ${ofPurpose} AND ${ofParty}
      UNION ALL
      SELECT asset, purpose, greatest(-change, 0), greatest(change, 0) FROM ledger_line
      WHERE created_at >= (SELECT rest FROM first) AND created_at < ${instant} AND ${ofPurpose} AND ${ofParty}
    )
    SELECT asset, purpose, sum(debits)::bigint AS debits, sum(credits)::bigint AS credits
    FROM part GROUP BY asset, purpose ORDER BY asset, purpose`);
  return found.rows;
}

/** One account of one member. */
type MemberAccount = { readonly memberId: string; readonly purpose: Guarded };

/**
 * Returns what an account had before `from` and before `before`, and its movements between them;
 * credits less debits. It goes back from the stored balance, so it reads the member's lines since
 * `from`.
 */
export async function memberAccountBetween(
  db: Db | Tx,
  { memberId, purpose }: MemberAccount,
  { from, before }: { readonly from: Date; readonly before: Date },
) {
  const found = await db.execute<{
    opening: number;
    closing: number;
    debits: number;
    credits: number;
  }>(sql`
    WITH line AS (
      SELECT change, created_at < ${before} AS "isWithin" FROM ledger_line
      WHERE member_id = ${memberId} AND purpose = ${purpose} AND created_at >= ${from}
    ), since AS (
      SELECT coalesce(sum(change), 0) AS change,
             coalesce(sum(change) FILTER (WHERE NOT "isWithin"), 0) AS later,
             coalesce(-sum(change) FILTER (WHERE "isWithin" AND change < 0), 0) AS debits,
             coalesce(sum(change) FILTER (WHERE "isWithin" AND change > 0), 0) AS credits
      FROM line
    ), stored AS (
      SELECT coalesce(sum(balance * ledger_sign(asset, purpose)), 0) AS balance FROM ledger_account
      WHERE member_id = ${memberId} AND purpose = ${purpose}
    )
    SELECT (balance - change)::bigint AS opening, (balance - later)::bigint AS closing,
           debits::bigint AS debits, credits::bigint AS credits
    FROM since, stored`);
  return found.rows[0] ?? { opening: 0, closing: 0, debits: 0, credits: 0 };
}
