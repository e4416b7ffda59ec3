/** The second proof of who asks, as the security room keeps it: used up in the transaction of the withdrawal. */
import { sql } from "drizzle-orm";
import { hasPayPassword } from "../security/actions.ts";
import { proofHash } from "../security/model.ts";
import type { WithdrawProofs } from "./port.ts";

export const keptProofs: WithdrawProofs = {
  hasPassword: hasPayPassword,
  async take(tx, { memberId, stepUp, now }) {
    const { rows } = await tx.execute<{ taken: boolean }>(sql`
      SELECT security_take(${memberId}, ${proofHash(stepUp)}, 'withdraw', ${now}::timestamptz) AS taken`);
    return rows[0]?.taken === true;
  },
};
