/**
 * The lines of a member's statement in SQL: which sides of transfers are read, which of them are shown
 * and with what change.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { Asset, Guarded } from "../model.ts";

/**
 * Accounts that a statement can cover; a held amount is shown as a line of the account it came
 * from.
 */
export type StatementPurpose = Exclude<
  Guarded,
  "held" | "held_principal" | "held_bonus" | "held_reward"
>;

export type StatementScope = {
  readonly memberId: string;
  readonly asset: Asset;
  /** The accounts whose sum the statement shows; a transfer between two of them is two lines. */
  readonly purposes: readonly StatementPurpose[];
  readonly now: Now;
};

/** The month of a line in Shanghai, YYYY-MM. */
export const MONTH = sql`to_char(created_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM')`;

/** Which transfers are read: by their time, both ends included, or the newest so many of these. */
export type Span = { readonly from: SQL; readonly to?: SQL; readonly most?: number };

/**
 * Both sides of each transfer of a span; `shownLines` leaves out the sides of other accounts. The
 * newest are limited by their number, so that the planner knows how few they are; those of the same
 * instant as the last are included.
 */
export const sidesOf = ({ memberId, asset }: StatementScope, { from, to, most }: Span): SQL => sql`
  SELECT t.member_id, t.txn_id, t.seq, t.created_at, side.purpose, side.other, side.change, side.version
  FROM (
    SELECT * FROM ledger_transfer
    WHERE member_id = ${memberId} AND created_at >= ${from} ${to ? sql`AND created_at <= ${to}` : sql``}
    ${most === undefined ? sql`` : sql.raw(`ORDER BY created_at DESC FETCH FIRST ${most} ROWS WITH TIES`)}
  ) t
  CROSS JOIN LATERAL (VALUES (t.debit, t.credit, -t.amount, t.debit_version),
                             (t.credit, t.debit, t.amount, t.credit_version)) side (purpose, other, change, version)
  WHERE t.asset = ${asset}`;

/** The accounts of a scope, from their first line on. */
export const fromFirstLine = ({ purposes }: StatementScope): SQL => sql`
  SELECT purpose, 0::bigint AS version FROM unnest(${sql.param([...purposes])}::text[]) p (purpose)`;

/** The sides of the lines of the accounts `mark` (purpose, version) after that version, by their chains. */
export const sidesAfter = ({ memberId, asset }: StatementScope, mark: SQL): SQL => sql`
  SELECT t.member_id, t.txn_id, t.seq, t.created_at, mark.purpose, t.credit AS other, -t.amount AS change,
         t.debit_version AS version
  FROM (${mark}) mark JOIN ledger_transfer t ON t.member_id = ${memberId} AND t.asset = ${asset}
    AND t.debit = mark.purpose AND t.debit_version > mark.version
  UNION ALL
  SELECT t.member_id, t.txn_id, t.seq, t.created_at, mark.purpose, t.debit, t.amount, t.credit_version
  FROM (${mark}) mark JOIN ledger_transfer t ON t.member_id = ${memberId} AND t.asset = ${asset}
    AND t.credit = mark.purpose AND t.credit_version > mark.version`;

/** The lines among these sides that a statement shows, with their actual changes. */
export const shownLines = (sides: SQL, { memberId, purposes, now }: StatementScope): SQL => sql`
  SELECT side.txn_id, side.seq, x.kind, x.ref, x.order_id, x.title, side.purpose, side.other, side.created_at,
         side.version,
         CASE WHEN x.kind = 'hold' AND h.state = 'confirmed' THEN -h.confirmed ELSE side.change END AS change,
         x.kind = 'hold' AND h.state = 'open' AS held
  FROM (${sides}) side
  JOIN ledger_txn x ON x.member_id = ${memberId} AND x.id = side.txn_id
  LEFT JOIN ledger_hold h ON h.member_id = ${memberId} AND h.id = side.txn_id AND x.kind = 'hold'
  WHERE side.purpose = ANY (${sql.param([...purposes])}::text[])
    AND CASE x.kind
      WHEN 'hold' THEN h.state = 'confirmed' OR h.state = 'open' AND h.expires_at > ${sqlNow(now)}
      WHEN 'hold_confirm' THEN side.change < 0
      ELSE x.kind <> 'hold_void' END`;
