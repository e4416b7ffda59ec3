/**
 * SQL statements on partners' orders: updates, the member's list, and the mark of the last pull.
 */
import { sql } from "drizzle-orm";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../platform/database/sql.ts";
import type { PartnerState, PartnerOrderUpdate } from "../port.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { partnersReport } from "../../../sql/partners.ts";

export type ReportChange = ResultOf<typeof partnersReport>;

/** See `functions/report.sql`. */
export const callReport = (
  db: Db | Tx,
  partnerId: string,
  update: PartnerOrderUpdate & { readonly orderId: string },
  now: Now,
): Promise<ReportChange> => partnersReport(db, { partner: partnerId, word: update, now });

/** A partner order as listed for its member; `micros` and `id` are its position in the list. */
export type ListedRow = {
  readonly micros: number;
  readonly id: string;
  readonly partnerNo: string;
  readonly linkId: string;
  readonly title: string;
  readonly state: PartnerState;
  readonly amountFen: number;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly partnerName: string;
  readonly brandName: string;
  readonly artwork: string;
};

const listedOrdersQuery = `
  SELECT round(date_part('epoch', o.created_at) * 1000000)::bigint AS micros, o.id, o.partner_no AS "partnerNo",
         o.link_id AS "linkId", o.title, o.state, o.amount_fen AS "amountFen", ${epochMsSql("o.created_at")} AS "createdAt",
         ${epochMsSql("o.changed_at")} AS "changedAt", p.name AS "partnerName", l.brand_name AS "brandName", l.artwork
  FROM partner_order o JOIN partner p USING (partner_id) JOIN partner_link l USING (link_id)
  WHERE o.member_id = $1
    AND ($3::text IS NULL OR position($3 in lower(o.title)) > 0 OR starts_with(lower(o.partner_no), $3))
    AND ($4::bigint IS NULL
         OR (o.created_at, o.id) < ('epoch'::timestamptz + $4::bigint * interval '1 microsecond', $5::uuid))
  ORDER BY o.created_at DESC, o.id DESC LIMIT $2`;

/** Returns at most `limit` orders of a member after a position in the list, newest first. */
export const listOfMember = (
  db: Db,
  memberId: string,
  query: {
    readonly limit: number;
    readonly keyword: string | undefined;
    readonly after: { readonly micros: number; readonly id: string } | undefined;
  },
): Promise<ListedRow[]> =>
  runPrepared<ListedRow>(db, { name: "partner_orders_list", text: listedOrdersQuery }, [
    memberId,
    query.limit,
    query.keyword?.trim().toLowerCase() || null,
    query.after?.micros ?? null,
    query.after?.id ?? null,
  ]);

const orderCountQuery = "SELECT count(*)::int AS count FROM partner_order WHERE member_id = $1";

export async function countOfMember(db: Db, memberId: string): Promise<number> {
  const [row] = await runPrepared<{ count: number }>(
    db,
    { name: "partner_orders_count", text: orderCountQuery },
    [memberId],
  );
  return row?.count ?? 0;
}

export type PullState = {
  readonly partnerId: string;
  readonly pulledTo: number;
  readonly failure: string | null;
};
export async function readPullStates(db: Db): Promise<PullState[]> {
  const { rows } = await db.execute<PullState>(sql`
    SELECT partner_id AS "partnerId", ${sql.raw(epochMsSql("pulled_to"))} AS "pulledTo", failure FROM partner_pull`);
  return rows;
}

export async function storePullState(db: Db, pull: PullState, now: Now): Promise<void> {
  await db.execute(sql`
    INSERT INTO partner_pull (partner_id, pulled_to, failure, changed_at)
    VALUES (${pull.partnerId}, ${new Date(pull.pulledTo)}, ${pull.failure}, ${sqlNow(now)})
    ON CONFLICT (partner_id) DO UPDATE
    SET pulled_to = excluded.pulled_to, failure = excluded.failure, changed_at = excluded.changed_at`);
}
