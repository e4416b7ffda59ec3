/** The second proof of who asks, as the security room keeps it: used up in the transaction of the withdrawal. */
import { sql } from "drizzle-orm";
import { proofHash } from "../security/model.ts";
import type { WithdrawProofs } from "./port.ts";

export const keptProofs: WithdrawProofs = {
  async hasPassword(db, memberId) {
    const found = await db.execute(sql`SELECT 1 FROM pay_password WHERE member_id = ${memberId}`);
    return found.rows.length > 0;
  },
  async take(tx, { memberId, stepUp, now }) {
    const { rows } = await tx.execute<{ taken: boolean }>(sql`
      SELECT security_take(${memberId}, ${proofHash(stepUp)}, 'withdraw', ${now}::timestamptz) AS taken`);
    return rows[0]?.taken === true;
  },
};
