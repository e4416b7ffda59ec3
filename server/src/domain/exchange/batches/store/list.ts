/** The SQL statement that lists the batches of all makers for operators. */
import type { Input } from "@yunjing/contract/operations";
import { type SQL, sql } from "drizzle-orm";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../../platform/database/keyset.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { batchColumns, type BatchRow, batchTables } from "../store.ts";

type Filter = Omit<Input<"operatorBatches", "list">, "cursor" | "pageSize">;
const place = { time: sql`b.created_at`, id: sql`b.batch_id::text` };

/** Returns a text in which LIKE finds no wildcards. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

/** The newest first; `micros` is the time of creation. `endsBefore` is in ms. */
export async function filteredBatches(
  db: Db,
  { state, target, keyword, makerNo, isDealer, endsBefore }: Filter,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<(BatchRow & { readonly micros: number })[]> {
  const conditions: SQL[] = [afterPosition(place, after, "descending")];
  if (state !== undefined) conditions.push(sql`b.state = ${state}`);
  if (target !== undefined) conditions.push(sql`b.target->>'target' = ${target}`);
  if (keyword !== undefined) conditions.push(sql`b.name LIKE ${`%${literal(keyword)}%`}`);
  if (makerNo !== undefined) {
    conditions.push(
      sql`b.maker_id = (SELECT c.member_id FROM member_no_claim c WHERE c.member_no = ${makerNo})`,
    );
  }
  if (isDealer !== undefined)
    conditions.push(isDealer ? sql`b.dealer_id IS NOT NULL` : sql`b.dealer_id IS NULL`);
  if (endsBefore !== undefined)
    conditions.push(sql`(b.target->>'validUntil')::bigint < ${endsBefore}`);
  const found = await db.execute<BatchRow & { readonly micros: number }>(sql`
    SELECT ${batchColumns}, ${microsSql("b.created_at")} AS micros
    FROM ${batchTables(sql`
      SELECT b.* FROM code_batch b WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY ${byPosition(place, "descending")} LIMIT ${limit}`)}
    ORDER BY ${byPosition(place, "descending")}`);
  return found.rows;
}
