/** SQL statement that finds what names an uploaded picture. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";

export type FileUseRow = {
  readonly kind: "avatar" | "refund" | "ticket";
  readonly ref: string;
};

/** Returns what of its owner names a picture: the member, refunds, tickets. */
export async function usesOfFile(
  db: Db,
  { ownerId, fileId }: { readonly ownerId: string; readonly fileId: string },
): Promise<FileUseRow[]> {
  const { rows } = await db.execute<FileUseRow>(sql`
    SELECT 'avatar' AS kind, member_no AS ref FROM member
    WHERE member_id = ${ownerId}::uuid AND avatar_file = ${fileId}::uuid
    UNION ALL
    SELECT 'refund', refund_no FROM refund
    WHERE member_id = ${ownerId}::uuid AND ${fileId}::uuid = ANY (evidence)
    UNION ALL
    SELECT DISTINCT 'ticket', ticket_id::text FROM ticket_entry
    WHERE member_id = ${ownerId}::uuid AND ${fileId}::uuid = ANY (files)`);
  return rows;
}
