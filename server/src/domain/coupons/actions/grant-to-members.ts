/**
 * Grants members a coupon on behalf of an operator: each in its own transaction, since each member
 * has a separate ledger.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { grantCoupon } from "./grant.ts";

type GrantTerms = {
  readonly actorId: string;
  readonly templateId: string;
  readonly source: "grant" | "compensation";
  /** Identifies this grant: a repeat with the same ref grants no member a second coupon. */
  readonly ref: string;
  readonly reason: string;
};

export type OperatorGrant = GrantTerms & { readonly memberIds: readonly string[] };

/**
 * Grants one member a coupon in the caller's transaction. Returns false when the member has it from
 * an earlier grant with the same ref. Refuses CLAIM_OVER. The caller has refused the operator's own
 * account.
 */
export async function grantByOperator(
  context: Context,
  tx: Tx,
  {
    actorId,
    templateId,
    source,
    ref,
    reason,
    memberId,
  }: GrantTerms & { readonly memberId: string },
): Promise<boolean> {
  const made = await grantCoupon(context, tx, { memberId, templateId, source, ref });
  if (made.outcome === "replay") return false;
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "coupon",
    entityId: made.couponId,
    name: "given",
    actor: { kind: "operator", id: actorId },
    reason,
    data: { templateId, ref },
  });
  return true;
}

/**
 * Returns how many members got a coupon now; the others had it from an earlier attempt. Refuses
 * OWN_ACCOUNT, without granting any, when the operator is among the members, and CLAIM_OVER when
 * the campaign has none left: earlier members keep their coupons, and the same grant may be
 * repeated.
 */
export async function grantToMembers(
  context: Context,
  db: Db,
  { memberIds, ...terms }: OperatorGrant,
): Promise<number> {
  refuseOwnAccount(terms.actorId, ...memberIds);
  let given = 0;
  for (const memberId of memberIds) {
    const isNew = await transaction(db, (tx) =>
      grantByOperator(context, tx, { ...terms, memberId }),
    );
    if (isNew) given++;
  }
  return given;
}
