/** Withdrawals for the wallet: those with money on hold, and the numbers of all by their holds. */
import { sql } from "drizzle-orm";
import type { PayoutReader } from "../../wallet/port.ts";
import { stateOf } from "../texts.ts";
import type { Withdrawal } from "../model.ts";

const DAY_MS = 86_400_000;
/** The money arrives within this many days: one working day of review, over a weekend. */
const REVIEW_DAYS = 3;
const SHANGHAI_MS = 8 * 3_600_000;

const dayAfter = (at: number): string =>
  new Date(at + REVIEW_DAYS * DAY_MS + SHANGHAI_MS).toISOString().slice(5, 10);

function textOf(row: Pick<Withdrawal, "state" | "endedHow" | "createdAt">): string {
  switch (stateOf(row)) {
    case "reviewing":
      return `提现审核中，${dayAfter(row.createdAt)} 前到账`;
    case "wait_confirm":
      return "提现待确认收款";
    default:
      return "提现打款中";
  }
}

type Row = Pick<Withdrawal, "state" | "endedHow" | "createdAt"> & { no: string; fen: number };

export const pendingPayouts: PayoutReader = {
  async listPending(db, memberId) {
    const { rows } = await db.execute<Row>(sql`
      SELECT withdrawal_no AS no, amount_fen AS fen, state, ended_how AS "endedHow",
             floor(extract(epoch FROM created_at) * 1000)::bigint AS "createdAt"
      FROM withdrawal
      WHERE member_id = ${memberId} AND state NOT IN ('SUCCESS', 'RETURNED', 'CANCELLED')
      ORDER BY created_at DESC, id DESC`);
    return rows.map((row) => ({ no: row.no, fen: row.fen, text: textOf(row) }));
  },
  async findNumbers(db, memberId, holdIds) {
    if (holdIds.length === 0) return new Map();
    const { rows } = await db.execute<{ id: string; no: string }>(sql`
      SELECT id, withdrawal_no AS no FROM withdrawal
      WHERE member_id = ${memberId} AND id = ANY (${sql.param([...holdIds])}::uuid[])`);
    return new Map(rows.map(({ id, no }) => [id, no]));
  },
};
