/**
 * Checks the whole ledger in one snapshot and lists every row that does not add up (growth.md,
 * Rulings).
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { inSnapshot } from "../../../platform/database/transaction.ts";
import type { AccountFault, AssetTotal, HoldFault, TrialBalance } from "../model.ts";

/** Maximum number of faults listed; a single one is reason enough to stop and investigate. */
const FAULTS_NAMED = 100;

const totals = sql`
  WITH part AS (
    SELECT asset, balance * ledger_sign(asset, purpose) AS members, 0 AS contra FROM ledger_account
    UNION ALL
    SELECT asset, 0, credits - debits FROM ledger_part WHERE is_contra
  )
  SELECT asset, sum(members)::bigint AS members, sum(contra)::bigint AS contra,
         sum(members + contra)::bigint AS difference
  FROM part GROUP BY asset ORDER BY asset`;

// The sides of all transfers form one chain for each account: versions 1, 2, 3 … and each balance
// follows from the last.
const accountFaults = sql`
  WITH line AS (
    SELECT member_id, asset, purpose, version, after, change * ledger_sign(asset, purpose) AS change,
           row_number() OVER chain AS expected, lag(after, 1, 0::bigint) OVER chain AS before
    FROM ledger_line WHERE version IS NOT NULL
    WINDOW chain AS (PARTITION BY member_id, asset, purpose ORDER BY version)
  ), book AS (
    SELECT member_id, asset, purpose, sum(change) AS summed, count(*) AS lines,
           count(*) FILTER (WHERE version <> expected OR after <> before + change) AS breaks
    FROM line GROUP BY member_id, asset, purpose
  ), both_sides AS (
    SELECT member_id AS "memberId", asset, purpose, coalesce(balance, 0) AS stored,
           coalesce(summed, 0)::bigint AS summed, coalesce(version, 0) AS version,
           coalesce(lines, 0) AS lines, coalesce(breaks, 0) AS breaks
    FROM ledger_account FULL JOIN book USING (member_id, asset, purpose)
  )
  SELECT * FROM both_sides WHERE stored <> summed OR version <> lines OR breaks > 0
  ORDER BY "memberId", asset, purpose LIMIT ${FAULTS_NAMED}`;

const holdFaults = sql`
  SELECT member_id AS "memberId", purpose, coalesce(held, 0) AS held, coalesce(open, 0) AS open
  FROM (SELECT member_id, purpose, balance AS held FROM ledger_account
        WHERE purpose IN ('held_principal', 'held_bonus', 'held_reward', 'held')) a
  FULL JOIN (SELECT member_id, ledger_held_of(asset, purpose) AS purpose, sum(amount)::bigint AS open
             FROM ledger_hold WHERE state = 'open' GROUP BY 1, 2) h USING (member_id, purpose)
  WHERE coalesce(held, 0) <> coalesce(open, 0) ORDER BY 1, 2 LIMIT ${FAULTS_NAMED}`;

const emptyTxns = sql`
  SELECT count(*) AS count FROM ledger_txn t WHERE NOT EXISTS (
    SELECT FROM ledger_transfer f WHERE f.member_id = t.member_id AND f.txn_id = t.id)`;

const txns = sql`SELECT kind, count(*) AS count FROM ledger_txn GROUP BY kind ORDER BY kind`;

async function read(tx: Tx): Promise<TrialBalance> {
  const found = {
    totals: (await tx.execute<AssetTotal>(totals)).rows,
    accountFaults: (await tx.execute<AccountFault>(accountFaults)).rows,
    holdFaults: (await tx.execute<HoldFault>(holdFaults)).rows,
    emptyTxns: (await tx.execute<{ count: number }>(emptyTxns)).rows[0]?.count ?? 0,
  };
  const counts = (await tx.execute<{ kind: string; count: number }>(txns)).rows;
  return {
    ...found,
    txns: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
    isSound:
      found.totals.every(({ difference }) => difference === 0) &&
      found.accountFaults.length + found.holdFaults.length + found.emptyTxns === 0,
  };
}

/** Checks the ledger in one snapshot, while postings go on. */
export const readTrialBalance = (db: Db): Promise<TrialBalance> => inSnapshot(db, read);
