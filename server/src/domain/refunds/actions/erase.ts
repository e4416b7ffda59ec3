/** Erases the evidence pictures of refunds of a closed account. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { releaseFile } from "../../files/actions.ts";

/** The refunds stay for bookkeeping; the cleanup job deletes the files. */
export async function eraseEvidence(context: Context, tx: Tx, memberId: string): Promise<void> {
  const { rows } = await tx.execute<{ fileId: string }>(sql`
    SELECT unnest(evidence) AS "fileId" FROM refund WHERE member_id = ${memberId}`);
  for (const { fileId } of rows) await releaseFile(context, tx, { fileId, purpose: "refund" });
  await tx.execute(sql`
    UPDATE refund SET evidence = '{}' WHERE member_id = ${memberId} AND evidence <> '{}'`);
}
