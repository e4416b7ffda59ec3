/**
 * The SQL of a segment: one condition on members `m` for each rule that is there. Values are
 * parameters; no text of an operator becomes SQL.
 */
import type { SegmentRules } from "@yunjing/contract/schemas/operators/audiences";
import { type SQL, sql } from "drizzle-orm";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";

type OrderRules = NonNullable<SegmentRules["orders"]>;

const daysAgo = (now: Now, days: number): SQL => sql`${sqlNow(now)} - ${days} * interval '1 day'`;
const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

/** Paid orders of the shop of a member `m`, since an instant. */
const paidSince = (since: SQL): SQL => sql`
  orders o WHERE o.member_id = m.member_id AND o.source = 'shop' AND o.paid_at >= ${since}`;

function ordersCondition(
  { withinDays, countMin, countMax, amountMinFen, amountMaxFen }: OrderRules,
  now: Now,
): SQL {
  const bounds: (SQL | undefined)[] = [
    countMin === undefined ? undefined : sql`count(*) >= ${countMin}`,
    countMax === undefined ? undefined : sql`count(*) <= ${countMax}`,
    amountMinFen === undefined
      ? undefined
      : sql`coalesce(sum(o.payable_fen), 0) >= ${amountMinFen}`,
    amountMaxFen === undefined
      ? undefined
      : sql`coalesce(sum(o.payable_fen), 0) <= ${amountMaxFen}`,
  ];
  const held = bounds.filter((bound) => bound !== undefined);
  const all = held.length === 0 ? sql`count(*) >= 1` : sql.join(held, sql` AND `);
  return sql`(SELECT ${all} FROM ${paidSince(daysAgo(now, withinDays))})`;
}

const tagged = (tags: readonly string[]): SQL =>
  sql`EXISTS (SELECT FROM member_tag t WHERE t.member_id = m.member_id AND t.tag = ANY(${texts(tags)}))`;

const orderedSince = (now: Now, days: number): SQL =>
  sql`EXISTS (SELECT FROM ${paidSince(daysAgo(now, days))})`;

/** Returns the condition on a member `m`: active, and every rule that is there. */
export function segmentCondition(rules: SegmentRules, now: Now): SQL {
  const { grades, tags, withoutTags, orders, cities, channel } = rules;
  const { orderedWithinDays, notOrderedForDays, seenWithinDays, notSeenForDays } = rules;
  const { registeredFrom, registeredUntil } = rules;
  const conditions: (SQL | undefined)[] = [
    sql`m.status IN ('ACTIVE', 'RESTRICTED')`,
    grades &&
      sql`coalesce((SELECT l.grade FROM member_level l WHERE l.member_id = m.member_id), 1)
            = ANY(${sql.param([...grades])}::int[])`,
    tags && tagged(tags),
    withoutTags && sql`NOT ${tagged(withoutTags)}`,
    orders && ordersCondition(orders, now),
    orderedWithinDays === undefined ? undefined : orderedSince(now, orderedWithinDays),
    notOrderedForDays === undefined ? undefined : sql`NOT ${orderedSince(now, notOrderedForDays)}`,
    cities &&
      sql`EXISTS (SELECT FROM address a WHERE a.member_id = m.member_id AND a.deleted_at IS NULL
                  AND a.region_codes && ${texts(cities)})`,
    seenWithinDays === undefined
      ? undefined
      : sql`m.last_seen_at >= ${daysAgo(now, seenWithinDays)}`,
    notSeenForDays === undefined
      ? undefined
      : sql`coalesce(m.last_seen_at, m.created_at) < ${daysAgo(now, notSeenForDays)}`,
    registeredFrom === undefined ? undefined : sql`m.created_at >= ${new Date(registeredFrom)}`,
    registeredUntil === undefined ? undefined : sql`m.created_at < ${new Date(registeredUntil)}`,
    channel && sql`m.reg_channel = ${channel}`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  );
}
