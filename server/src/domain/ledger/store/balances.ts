/** Reads balances, and sums the accounts of past days, past slots of ten minutes and past minutes. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import type { ReadQuery } from "../../../platform/database/read-query.ts";
import type { Balances, Guarded } from "../model.ts";
import {
  minuteOf,
  slotLength,
  slotOf,
  sqlNow,
  sqlNowText,
} from "../../../platform/database/sql.ts";
import { noneOpenBefore } from "../../../platform/database/transaction.ts";

type BalanceRow = { purpose: Guarded; balance: number };

/** Stored balances of member `$1`; holds whose lease is over at `$2` count as returned. */
export const storedBalancesQuery: ReadQuery<BalanceRow, Partial<Balances>> = {
  name: "ledger_balances",
  text: `
    WITH overdue AS (
      SELECT asset, purpose, amount FROM ledger_hold
      WHERE member_id = $1::uuid AND state = 'open' AND expires_at <= ${sqlNowText(2)}
    )
    SELECT purpose, sum(balance)::bigint AS balance FROM (
      SELECT purpose, balance FROM ledger_account WHERE member_id = $1::uuid
      UNION ALL SELECT purpose, amount FROM overdue
      UNION ALL SELECT ledger_held_of(asset, purpose), -amount FROM overdue
    ) line GROUP BY purpose`,
  toResult: (rows) => Object.fromEntries(rows.map(({ purpose, balance }) => [purpose, balance])),
};

/**
 * Credits less debits of a money contra account, for each party: in total, and since a day in
 * Shanghai.
 */
export type PartySum = {
  readonly party: string;
  readonly allFen: number;
  readonly sinceFen: number;
};

/** `sinceDays` counts back from today, today included. */
export async function sumByParty(
  db: Db,
  { purpose, sinceDays, now }: { purpose: string; sinceDays: number; now: Date | null },
): Promise<PartySum[]> {
  const { rows } = await db.execute<PartySum>(sql`
    WITH clock AS MATERIALIZED (
      SELECT ((${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai')::date - ${sinceDays}::integer + 1)::timestamp
             AT TIME ZONE 'Asia/Shanghai' AS since
    )
    SELECT party, sum(credits - debits)::bigint AS "allFen",
           coalesce(sum(credits - debits) FILTER (WHERE at >= since), 0)::bigint AS "sinceFen"
    FROM ledger_part, clock WHERE purpose = ${purpose} AND asset = 'CNY' GROUP BY party`);
  return rows;
}

/** The last day of each roll-up: one may have none of that day, because nothing was posted. */
export const lastSummedDays = sql`
  SELECT max(day) AS day FROM ledger_rollup UNION ALL SELECT max(day) FROM ledger_member_rollup`;

/**
 * Sums the accounts of the first past day that has transfers and is not yet summed, in one statement: the
 * contra accounts by party, and the members' accounts by purpose. A day is summed an hour after it ended: no
 * transaction that began in it can still be open (the role has time-outs of seconds). Returns the number of
 * new rows of contra accounts, or undefined when no day was left.
 */
export async function rollUpDay(db: Db, now: Date | null): Promise<number | undefined> {
  const { rows } = await db.execute<{ contra: number; members: number }>(sql`
    WITH summed AS (${lastSummedDays}), first AS MATERIALIZED (
      SELECT date_trunc('day', min(created_at), 'Asia/Shanghai') AS since FROM ledger_transfer
      WHERE created_at >= (SELECT coalesce(max(day) + 1, '-infinity')::timestamp AT TIME ZONE 'Asia/Shanghai' FROM summed)
        AND created_at < date_trunc('day', ${sqlNow(now)} - interval '1 hour', 'Asia/Shanghai')
    ), day_sum AS MATERIALIZED (
      SELECT (created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, purpose, asset, coalesce(party, '') AS party,
             version IS NULL AS "isContra",
             coalesce(-sum(change) FILTER (WHERE change < 0), 0) AS debits,
             coalesce(sum(change) FILTER (WHERE change > 0), 0) AS credits
      FROM ledger_line
      WHERE created_at >= (SELECT since FROM first) AND created_at < (SELECT since + interval '1 day' FROM first)
      GROUP BY 1, 2, 3, 4, 5
    ), of_members AS (
      INSERT INTO ledger_member_rollup (day, purpose, asset, debits, credits)
      SELECT day, purpose, asset, sum(debits), sum(credits) FROM day_sum WHERE NOT "isContra" GROUP BY 1, 2, 3
      ON CONFLICT DO NOTHING RETURNING 1
    ), of_parties AS (
      INSERT INTO ledger_rollup (day, purpose, asset, party, debits, credits)
      SELECT day, purpose, asset, party, debits, credits FROM day_sum WHERE "isContra"
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT (SELECT count(*) FROM of_parties)::int AS contra, (SELECT count(*) FROM of_members)::int AS members`);
  const [{ contra, members } = { contra: 0, members: 0 }] = rows;
  return contra + members > 0 ? contra : undefined;
}

/**
 * A slot is summed this long after its end: no transaction that began in it can still be open,
 * because a statement of the application ends after 15 s and an idle transaction after 10 s.
 */
const SLOT_CLOSES = sql.raw("interval '5 minutes'");

/** The end of the last slot that is summed. */
export const slotsEnd = sql`
  (SELECT coalesce(max(slot) + ${slotLength}, '-infinity') FROM ledger_slot)`;

const accountOfLine = sql`purpose, asset, CASE WHEN version IS NULL THEN coalesce(party, '') ELSE '' END`;
const debitsAndCredits = sql`coalesce(-sum(change) FILTER (WHERE change < 0), 0),
  coalesce(sum(change) FILTER (WHERE change > 0), 0)`;

/**
 * Sums every account over the slots that are over and not yet summed, at most those of a day that
 * has any transfer, in one statement. Returns whether there were any.
 */
export async function sumSlots(db: Db, now: Date | null): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    WITH span AS (
      SELECT since, least(${slotOf(sql`${sqlNow(now)} - ${SLOT_CLOSES}`)}, since + interval '1 day') AS till
      FROM (SELECT ${slotOf(sql`min(created_at)`)} AS since FROM ledger_transfer WHERE created_at >= ${slotsEnd}) first
    )
    INSERT INTO ledger_slot (slot, purpose, asset, party, debits, credits)
    SELECT ${slotOf(sql`created_at`)}, ${accountOfLine}, ${debitsAndCredits} FROM ledger_line
    WHERE created_at >= (SELECT since FROM span) AND created_at < (SELECT till FROM span)
    GROUP BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING`);
  return (rowCount ?? 0) > 0;
}

/** The end of the last minute that is summed. */
export const minutesEnd = sql`
  (SELECT coalesce(max(minute) + interval '1 minute', '-infinity') FROM ledger_minute)`;

/**
 * Sums every account over the minutes after the last summed slot that are over and not yet summed, and removes
 * the minutes of summed slots. A wrong sum ends with its minute: slots are summed from the transfers.
 */
export async function sumMinutes(db: Db, now: Date | null): Promise<void> {
  await db.execute(sql`DELETE FROM ledger_minute WHERE minute < ${slotsEnd}`);
  const closed = minuteOf(noneOpenBefore(now));
  await db.execute(sql`
    INSERT INTO ledger_minute (minute, purpose, asset, party, debits, credits)
    SELECT ${minuteOf(sql`created_at`)}, ${accountOfLine}, ${debitsAndCredits} FROM ledger_line
    WHERE created_at >= (SELECT greatest(${slotsEnd}, ${minutesEnd})) AND created_at < (SELECT ${closed})
    GROUP BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING`);
}
