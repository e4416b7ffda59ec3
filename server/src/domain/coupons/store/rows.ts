/**
 * Reads a member's coupons as plain rows with the contract's field names, for callers with their
 * own filters.
 */
import type { SQL } from "drizzle-orm";
import { bindParameters } from "../../../platform/database/read-query.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { fromSql, stateSql } from "../store.ts";

/** `state` is the state by time, as the wallet shows it; instants are whole milliseconds. */
const text = `
  SELECT c.id::text AS "_id", c.member_id::text AS "user_id", c.template_id AS "templateId",
         c.snapshot->>'title' AS title, c.snapshot->'rules'->>'type' AS type,
         (c.snapshot->'rules'->>'valueFen')::bigint AS "valueFen",
         (c.snapshot->'rules'->>'thresholdFen')::bigint AS "thresholdFen",
         c.snapshot->'looks'->>'scopeText' AS "scopeText", ${stateSql} AS state,
         date_trunc('milliseconds', c.valid_from) AS "validFrom",
         date_trunc('milliseconds', c.valid_until) AS "validUntil",
         date_trunc('milliseconds', c.used_at) AS "usedAt",
         date_trunc('milliseconds', c.created_at) AS "createdAt"
  ${fromSql} WHERE c.member_id = $1`;

export const couponRows = ({
  memberId,
  now,
}: {
  readonly memberId: string;
  readonly now: Now;
}): SQL => bindParameters(text, [memberId, now]);
