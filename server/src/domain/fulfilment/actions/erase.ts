/** Erases the phones on supplier orders of a closed account. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** No order is under way any more for which a supplier could need them. */
export async function eraseContacts(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE supplier_order SET contact_sealed = NULL
    WHERE member_id = ${memberId} AND contact_sealed IS NOT NULL AND ended_at IS NOT NULL`);
}
