/** Phones left with supplier orders of a closed account. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** Nothing is under way any more that a supplier could ask them for. */
export async function eraseContacts(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE supplier_order SET contact_sealed = NULL
    WHERE member_id = ${memberId} AND contact_sealed IS NOT NULL AND ended_at IS NOT NULL`);
}
