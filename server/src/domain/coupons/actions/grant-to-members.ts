/** An operator gives members a coupon: each in a transaction of its own, since each lies in a book of its own. */
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
  /** Names this gift: given again, nobody gets a second one. */
  readonly ref: string;
  readonly reason: string;
};

/**
 * Answers how many got one now; the others had it from an earlier try. Refuses OWN_ACCOUNT, giving nobody anything, when
 * the operator is among them, and CLAIM_OVER where the campaign has no more:
 * those before have theirs, and the same gift may be repeated.
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
