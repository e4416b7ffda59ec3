/**
 * Grants members a coupon on behalf of an operator: each in its own transaction, since each member
 * has a separate ledger.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { grantCoupon } from "./grant.ts";

export type OperatorGrant = {
  readonly actorId: string;
  readonly templateId: string;
  readonly memberIds: readonly string[];
  readonly source: "grant" | "compensation";
  /** Identifies this grant: a repeat with the same ref grants no member a second coupon. */
  readonly ref: string;
  readonly reason: string;
};

/**
 * Returns how many members got a coupon now; the others had it from an earlier attempt. Refuses
 * OWN_ACCOUNT, without granting any, when the operator is among the members, and CLAIM_OVER when
 * the campaign has none left: earlier members keep their coupons, and the same grant may be
 * repeated.
 */
export async function grantToMembers(
  context: Context,
  db: Db,
  gift: OperatorGrant,
): Promise<number> {
  const { actorId, templateId, source, ref, reason } = gift;
  refuseOwnAccount(actorId, ...gift.memberIds);
  let given = 0;
  for (const memberId of gift.memberIds) {
    given += await transaction(db, async (tx) => {
      const made = await grantCoupon(context, tx, { memberId, templateId, source, ref });
      if (made.outcome === "replay") return 0;
      await writeHistoryEntry(context, tx, {
        memberId,
        entity: "coupon",
        entityId: made.couponId,
        name: "given",
        actor: { kind: "operator", id: actorId },
        reason,
        data: { templateId, ref },
      });
      return 1;
    });
  }
  return given;
}
