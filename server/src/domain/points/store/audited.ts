/** Reads what operators change in rules of points, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns the newest version of a rule. */
export const ruleStateOf = (db: Db, ruleId: string) =>
  auditedRow(
    db,
    ruleId,
    sql`SELECT version, is_on AS "isOn", points, unit_fen AS "unitFen", per_order AS "perOrder",
               per_day AS "perDay", per_life AS "perLife", starts_at AS "startsAt"
        FROM points_rule WHERE rule_id = ${ruleId} ORDER BY version DESC LIMIT 1`,
  );
