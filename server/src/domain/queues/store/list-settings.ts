/** SQL statements on how operators want their lists. */
import type { ListSettings } from "@yunjing/contract/schemas/operators/queues";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";

/** Lists of one operator that are read; the console has fewer. */
const LISTS_MAX = 200;

export async function readListSettings(db: Db, operatorId: string): Promise<ListSettings[]> {
  const { rows } = await db.execute<{
    list: string;
    hidden: string[];
    pageSize: ListSettings["pageSize"] | null;
  }>(sql`
    SELECT list, to_jsonb(hidden) AS hidden, page_size AS "pageSize" FROM operator_list
    WHERE operator_id = ${operatorId} ORDER BY list LIMIT ${LISTS_MAX}`);
  return rows.map(({ pageSize, ...settings }) => ({
    ...settings,
    ...withoutNulls({ pageSize: pageSize ?? null }),
  }));
}

export async function saveListSettings(
  db: Db,
  operatorId: string,
  { list, hidden, pageSize }: ListSettings,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO operator_list (operator_id, list, hidden, page_size)
    VALUES (${operatorId}, ${list}, ${sql.param([...hidden])}::text[], ${pageSize ?? null})
    ON CONFLICT (operator_id, list)
    DO UPDATE SET hidden = excluded.hidden, page_size = excluded.page_size`);
}
