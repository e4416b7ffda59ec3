/** SQL statements about the choice to receive advertising in the app. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";

/** Stores the choice; returns false when it is stored already, or the member does not exist. */
export async function storeOffers(
  tx: Tx,
  {
    memberId,
    wantsOffers,
    now,
  }: { readonly memberId: string; readonly wantsOffers: boolean; readonly now: Now },
): Promise<boolean> {
  const stored = await tx.execute(sql`
    UPDATE member SET offers_off_at = ${wantsOffers ? sql`NULL` : sqlNow(now)}
    WHERE member_id = ${memberId} AND (offers_off_at IS NULL) <> ${wantsOffers}::boolean`);
  return stored.rowCount === 1;
}
