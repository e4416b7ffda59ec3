/** Operators' searches: jumps, partners' orders, and the number of matches. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

const SHOWN_MAX = 100;
const allOf = (conditions: readonly (SQL | undefined)[]): SQL => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`true` : sql.join(present, sql` AND `);
};
const whenGiven = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value);

type SearchFilter = {
  readonly before?: number | undefined;
  readonly partnerId?: string | undefined;
  readonly sid?: string | undefined;
};

export type ClickRow = {
  readonly sid: string;
  readonly partnerId: string;
  readonly linkId: string;
  readonly memberId: string;
  readonly regionCode: string | null;
  readonly usedAt: number | null;
  readonly createdAt: number;
};

/** Returns the newest hundred before an instant. */
export async function searchClicks(
  db: Db,
  { before, partnerId, sid, memberId }: SearchFilter & { readonly memberId?: string | undefined },
): Promise<ClickRow[]> {
  const where = allOf([
    whenGiven(sid, (text) => sql`sid = ${text}`),
    whenGiven(partnerId, (id) => sql`partner_id = ${id}`),
    whenGiven(memberId, (id) => sql`member_id = ${id}`),
    whenGiven(before, (ms) => sql`created_at < ${new Date(ms)}`),
  ]);
  const { rows } = await db.execute<ClickRow>(sql`
    SELECT sid, partner_id AS "partnerId", link_id AS "linkId", member_id AS "memberId", region_code AS "regionCode",
           ${sql.raw(epochMsSql("used_at"))} AS "usedAt", ${sql.raw(epochMsSql("created_at"))} AS "createdAt"
    FROM partner_click WHERE ${where} ORDER BY created_at DESC, sid LIMIT ${SHOWN_MAX}`);
  return rows;
}

export type ReportRow = {
  readonly partnerId: string;
  readonly partnerNo: string;
  readonly sid: string | null;
  readonly memberId: string | null;
  readonly linkId: string | null;
  readonly title: string;
  readonly state: string;
  readonly commission: string;
  readonly amountFen: number;
  readonly commissionFen: number;
  readonly isRisk: boolean;
  readonly placedAt: number;
  readonly saidAt: number;
};

/** Returns the hundred most recently updated before an instant. */
export async function searchReports(
  db: Db,
  {
    before,
    partnerId,
    sid,
    partnerNo,
    unmatched,
  }: SearchFilter & {
    readonly partnerNo?: string | undefined;
    readonly unmatched?: boolean | undefined;
  },
): Promise<ReportRow[]> {
  const where = allOf([
    whenGiven(sid, (text) => sql`sid = ${text}`),
    whenGiven(partnerId, (id) => sql`partner_id = ${id}`),
    whenGiven(partnerNo, (no) => sql`partner_no = ${no}`),
    whenGiven(unmatched, (is) => (is ? sql`member_id IS NULL` : sql`member_id IS NOT NULL`)),
    whenGiven(before, (ms) => sql`heard_at < ${new Date(ms)}`),
  ]);
  const { rows } = await db.execute<ReportRow>(sql`
    SELECT partner_id AS "partnerId", partner_no AS "partnerNo", sid, member_id AS "memberId", link_id AS "linkId",
           title, state, commission, amount_fen AS "amountFen", commission_fen AS "commissionFen", is_risk AS "isRisk",
           ${sql.raw(epochMsSql("placed_at"))} AS "placedAt", ${sql.raw(epochMsSql("said_at"))} AS "saidAt"
    FROM partner_report WHERE ${where} ORDER BY heard_at DESC LIMIT ${SHOWN_MAX}`);
  return rows;
}
