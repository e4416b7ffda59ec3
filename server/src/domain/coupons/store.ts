/** SQL statements that read members' coupons; each computes start, end and lock from the time. */
import { type Barred, raisedReasons } from "@yunjing/contract/refusal-reasons";
import type { CouponState } from "@yunjing/contract/schemas/coupons";
import type { Position } from "../../platform/database/keyset.ts";
import { type Db, runPrepared } from "../../platform/database/pool.ts";
import type { ReadQuery } from "../../platform/database/read-query.ts";
import { epochMsSql, sqlNowText } from "../../platform/database/sql.ts";
import type { MemberCoupon } from "./model.ts";
import { catalogIsFirstPurchase } from "../../sql/catalog.ts";
import { couponsBarred, couponsState } from "../../sql/coupons.ts";
import type { CouponAppearance, CouponRules } from "./rules.ts";

/** A coupon as the wallet reads it; instants in ms. */
export type CouponRow = {
  readonly id: string;
  readonly templateId: string;
  readonly title: string;
  readonly looks: CouponAppearance;
  readonly rules: CouponRules;
  readonly state: CouponState;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly createdAt: number;
  readonly orderId: string | null;
  readonly usedAt: number | null;
  /** The sort key of its tab, in microseconds. */
  readonly micros: number;
};

const NOW = sqlNowText(2);

/** The state by time, of a coupon `c` of the template `t`; see `coupons_state`. */
export const stateSql = couponsState.text({
  state: "c.state",
  lockUntil: "c.lock_until",
  revokedAt: "t.revoked_at",
  validFrom: "c.valid_from",
  validUntil: "c.valid_until",
  now: "$2",
});
/** Skips coupons that ended more than a day ago: no lock outlasts its coupon by a day. */
const recent = `c.valid_until > ${NOW} - interval '1 day'`;
export const fromSql =
  "FROM member_coupon c JOIN coupon_template t ON t.template_id = c.template_id";

export const tabs = {
  available: { states: ["available", "locked", "pending"], by: "c.valid_until", isFalling: false },
  used: { states: ["used"], by: "c.used_at", isFalling: true },
  over: { states: ["expired", "void"], by: "c.valid_until", isFalling: true },
} as const;
export type Tab = keyof typeof tabs;

const among = (tab: Tab) => tabs[tab].states.map((name) => `'${name}'`).join();

const columns = (by: string) => `
  c.id, c.template_id AS "templateId", c.snapshot->>'title' AS title, c.snapshot->'looks' AS looks,
  c.snapshot->'rules' AS rules, ${stateSql} AS state, ${epochMsSql("c.valid_from")} AS "validFrom",
  ${epochMsSql("c.valid_until")} AS "validUntil", ${epochMsSql("c.created_at")} AS "createdAt",
  coalesce(c.used_order, c.locked_order) AS "orderId", ${epochMsSql("c.used_at")} AS "usedAt",
  (extract(epoch FROM ${by}) * 1000000)::bigint AS micros`;

const listOf = (tab: Tab) => {
  const { by, isFalling } = tabs[tab];
  const [beyond, direction] = isFalling ? ["<", "DESC"] : [">", "ASC"];
  return {
    name: `coupons_${tab}`,
    text: `
      SELECT ${columns(by)} ${fromSql}
      WHERE c.member_id = $1 AND ${isFalling ? "true" : recent} AND ${stateSql} IN (${among(tab)})
        AND ($3::bigint IS NULL
             OR (${by}, c.id) ${beyond} ('epoch'::timestamptz + $3 * interval '1 microsecond', $4::uuid))
      ORDER BY ${by} ${direction}, c.id ${direction} LIMIT $5`,
  };
};
const lists = { available: listOf("available"), used: listOf("used"), over: listOf("over") };

export type TabPage = {
  readonly memberId: string;
  readonly tab: Tab;
  readonly after: Position | undefined;
  readonly limit: number;
  readonly now: Date | null;
};

/** Returns one page of a tab. */
export const listCoupons = (db: Db, { memberId, tab, after, limit, now }: TabPage) =>
  runPrepared<CouponRow>(db, lists[tab], [
    memberId,
    now,
    after?.micros ?? null,
    after?.id ?? null,
    limit,
  ]);

export type TabCounts = Readonly<Record<Tab, number>>;

const counts = {
  name: "coupons_counts",
  text: `
    SELECT count(*) FILTER (WHERE state IN (${among("available")}))::int AS available,
           count(*) FILTER (WHERE state IN (${among("used")}))::int AS used,
           count(*) FILTER (WHERE state IN (${among("over")}))::int AS over
    FROM (SELECT ${stateSql} AS state ${fromSql} WHERE c.member_id = $1) held`,
};

/** Returns the number of coupons in each tab of a member. */
export async function countCoupons(db: Db, memberId: string, now: Date | null): Promise<TabCounts> {
  const [row] = await runPrepared<TabCounts>(db, counts, [memberId, now]);
  return row ?? { available: 0, used: 0, over: 0 };
}

const one = {
  name: "coupons_one",
  text: `SELECT ${columns("c.valid_until")} ${fromSql} WHERE c.member_id = $1 AND c.id = $3`,
};

/** Returns one coupon of a member. */
export async function findCoupon(
  db: Db,
  { memberId, id, now }: { memberId: string; id: string; now: Date | null },
): Promise<CouponRow | undefined> {
  const [row] = await runPrepared<CouponRow>(db, one, [memberId, now, id]);
  return row;
}

/**
 * What bars member `$1` from a coupon under these rules at `$2`; most rules ask nothing, and the
 * function is not called for them.
 */
export const barredSql = (template: string, rules: string): string => `
  CASE WHEN ${rules} ?| ARRAY['firstOrder', 'channels', 'oncePerPerson']
    THEN ${couponsBarred.text({ member: "$1", template, rules, order: "NULL", now: "$2" })} END`;

/** All coupons that member `$1` may use at `$2` or later, or that an order has locked. */
export const memberCouponsQuery: ReadQuery<
  MemberCoupon & { readonly barred: Barred | null },
  readonly MemberCoupon[]
> = {
  name: "coupons_live",
  text: `
    SELECT c.id AS "couponId", c.template_id AS "templateId", c.snapshot->>'title' AS title,
           c.snapshot->'looks'->>'scopeText' AS "scopeText", ${stateSql} AS state,
           ${epochMsSql("c.valid_from")} AS "validFrom", ${epochMsSql("c.valid_until")} AS "validUntil",
           c.snapshot->'rules' AS rules,
           ${barredSql("c.template_id", "c.snapshot->'rules'")}
             AS barred
    ${fromSql} WHERE c.member_id = $1::uuid AND ${recent} AND ${stateSql} IN (${among("available")})
    ORDER BY c.valid_until, c.id`,
  toResult: (rows) =>
    rows.map((row) => ({ ...row, barred: row.barred && raisedReasons[row.barred] })),
};

/** Returns whether the order is the first that the member paid. */
export const isFirstOrder = (
  db: Db,
  { memberId, orderId }: { readonly memberId: string; readonly orderId: string },
): Promise<boolean> => catalogIsFirstPurchase(db, { member: memberId, order: orderId });
