/** SQL statements about work that is given to a named operator. */
import { type SQL, sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { Assignment, AssignmentChange } from "../model.ts";

/** Gives the work to an operator, also when another had it. */
export async function saveAssignment(tx: Tx, made: Assignment, now: Now): Promise<void> {
  const { object, operatorId, by, reason } = made;
  await tx.execute(sql`
    INSERT INTO assignment (object, operator_id, by_id, reason, assigned_at)
    VALUES (${object}, ${operatorId}, ${by}, ${reason}, ${sqlNow(now)})
    ON CONFLICT (object) DO UPDATE SET operator_id = excluded.operator_id, by_id = excluded.by_id,
      reason = excluded.reason, assigned_at = excluded.assigned_at`);
}

/** Changes who has the work, from the one that the operator saw. Returns false when another has it. */
export async function changeAssignment(
  tx: Tx,
  { object, fromId, toId, by, reason }: AssignmentChange,
  now: Now,
): Promise<boolean> {
  const change = (): SQL => {
    if (toId === undefined)
      return sql`DELETE FROM assignment WHERE object = ${object} AND operator_id = ${fromId ?? null}`;
    if (fromId === undefined)
      return sql`INSERT INTO assignment (object, operator_id, by_id, reason, assigned_at)
        VALUES (${object}, ${toId}, ${by}, ${reason}, ${sqlNow(now)}) ON CONFLICT DO NOTHING`;
    return sql`UPDATE assignment SET operator_id = ${toId}, by_id = ${by}, reason = ${reason},
        assigned_at = ${sqlNow(now)} WHERE object = ${object} AND operator_id = ${fromId}`;
  };
  return (await tx.execute(change())).rowCount === 1;
}

/** Returns who has each of these; work without an operator is not in the map. */
export async function readAssignees(
  db: Db | Tx,
  objects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (objects.length === 0) return new Map();
  const { rows } = await db.execute<{ object: string; id: string }>(sql`
    SELECT object, operator_id AS id FROM assignment WHERE object = ANY (${sql.param([...objects])}::text[])`);
  return new Map(rows.map(({ object, id }) => [object, id]));
}

/** SQL expression: the operator who has the work; null while it has none. */
export const assigneeSql = (object: SQL): SQL =>
  sql`(SELECT w.operator_id FROM assignment w WHERE w.object = ${object})`;

/** Returns who has the work, as the audit shows it. */
export const assignmentStateOf = (db: Db, object: string) =>
  auditedRow(
    db,
    object,
    sql`SELECT operator_id AS "operatorId", reason FROM assignment WHERE object = ${object}`,
  );
