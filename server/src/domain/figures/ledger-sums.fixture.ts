/**
 * Sums the ledger and the orders anew, in other statements than the figures do: for the tests that
 * compare both.
 */
import type { Db } from "../../platform/database/pool.ts";
import type { Sums } from "./model.ts";

/** What the ledger posted from `$1` before `$2`: by kind and side, and by account. */
const LEDGER = `
  WITH moved AS (
    SELECT t.kind, l.purpose, coalesce(l.party, '') AS party, t.order_id IS NOT NULL AS is_order, l.change
    FROM ledger_line l JOIN ledger_txn t USING (member_id)
    WHERE t.id = l.txn_id AND l.asset = 'CNY' AND l.created_at >= $1 AND l.created_at < $2
  )
  SELECT coalesce(sum(change) FILTER (WHERE kind = 'wxpay_accept' AND purpose = 'clearing' AND is_order), 0) AS "channelFen",
         coalesce(sum(change) FILTER (WHERE kind = 'hold_confirm' AND purpose = 'clearing'), 0) AS "balanceFen",
         coalesce(-sum(change) FILTER (WHERE kind = 'order_paid' AND purpose = 'expense' AND party <> 'points'), 0) AS "couponFen",
         coalesce(-sum(change) FILTER (WHERE kind = 'order_paid' AND purpose = 'expense' AND party = 'points'), 0) AS "pointsFen",
         coalesce(sum(change) FILTER (WHERE kind = 'code_redeem' AND purpose = 'clearing'), 0) AS "codeFen",
         coalesce(-sum(change) FILTER (WHERE kind = 'code_return' AND purpose = 'clearing'), 0) AS "codeBackFen",
         coalesce(sum(change) FILTER (WHERE kind = 'refund_paid' AND purpose = 'channel'), 0) AS "channelBackFen",
         coalesce(-sum(change) FILTER (WHERE kind = 'wallet_return' AND purpose = 'clearing'), 0) AS "balanceBackFen",
         coalesce(sum(change) FILTER (WHERE kind = 'topup' AND purpose = 'principal'), 0) AS "topupFen",
         coalesce(-sum(change) FILTER (WHERE purpose = 'cost'), 0) AS "costFen",
         coalesce(-sum(change) FILTER (WHERE purpose = 'fee'), 0) AS "feeFen"
  FROM moved`;

const COUNTS = `
  SELECT (SELECT count(*) FROM orders WHERE paid_at >= $1 AND paid_at < $2) AS orders,
         (SELECT count(*) FROM orders WHERE paid_at >= $1 AND paid_at < $2 AND code_id IS NOT NULL) AS redeemed,
         (SELECT count(*) FROM ledger_txn WHERE kind = 'code_return' AND created_at >= $1 AND created_at < $2) AS "givenBack",
         (SELECT count(*) FROM member WHERE status <> 'GUEST' AND created_at >= $1 AND created_at < $2) AS registered,
         (SELECT count(*) FROM (
            SELECT min(o.paid_at) AS first_at FROM orders o JOIN member m USING (member_id)
            WHERE m.status <> 'GUEST' GROUP BY o.member_id) f
          WHERE first_at >= $1 AND first_at < $2) AS "newMembers"`;

const numbers = (row: object | undefined): Record<string, number> =>
  Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));

/** Returns each measure of a span of ms, from the events themselves. */
export async function sumEvents(db: Db, { from, to }: { from: number; to: number }): Promise<Sums> {
  const span = [new Date(from), new Date(to)];
  const money = await db.$client.query(LEDGER, span);
  const counts = await db.$client.query(COUNTS, span);
  return { ...numbers(money.rows[0]), ...numbers(counts.rows[0]) };
}

/** Returns the same measures as the hours have them, and 0 where they have none. */
export async function sumHoursOf(
  db: Db,
  { from, to }: { from: number; to: number },
  measures: readonly string[],
): Promise<Sums> {
  const { rows } = await db.$client.query<{ measure: string; value: number }>(
    `SELECT measure, sum(value)::bigint AS value FROM stat_hour
     WHERE dimension = 'total' AND hour >= $1 AND hour < $2 GROUP BY 1`,
    [new Date(from), new Date(to)],
  );
  const sums = Object.fromEntries(rows.map(({ measure, value }) => [measure, Number(value)]));
  return Object.fromEntries(measures.map((measure) => [measure, sums[measure] ?? 0]));
}

/** Returns the balances of all members' accounts that are not zero, by `asset:purpose`. */
export async function balancesOf(db: Db): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.$client.query<{ key: string; fen: number }>(
    `SELECT asset || ':' || purpose AS key, (sum(balance) * max(ledger_sign(asset, purpose)))::bigint AS fen
     FROM ledger_account GROUP BY 1 HAVING sum(balance) <> 0`,
  );
  return Object.fromEntries(rows.map(({ key, fen }) => [key, Number(fen)]));
}

/** Returns every row of the hours as text, in order. */
export async function rowsOfHours(db: Db): Promise<string[]> {
  const { rows } = await db.$client.query<{ line: string }>(
    `SELECT concat_ws('|', at_hour, hour, measure, dimension, key, value) AS line FROM stat_hour
     ORDER BY at_hour, hour, measure, dimension, key`,
  );
  return rows.map(({ line }) => line);
}
