/** Operators take back one coupon of a member, or set a later end for it. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { extendOneCoupon, hasCoupon, revokeOneCoupon } from "../store/one-coupon.ts";

/** An operator's act on one coupon. */
export type CouponAct = {
  readonly memberId: string;
  readonly couponId: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly key: string;
};

/** Refuses NOT_FOUND for an unknown coupon, or another member's, else STATE_CHANGED. */
async function refuseUnchanged(tx: Tx, act: CouponAct): Promise<never> {
  throw new Refusal((await hasCoupon(tx, act)) ? "STATE_CHANGED" : "NOT_FOUND");
}

type Change = { readonly name: string; readonly from?: string; readonly to?: string };

const record = (context: Context, tx: Tx, act: CouponAct, change: Change): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: act.memberId,
    entity: "coupon",
    entityId: act.couponId,
    ...change,
    actor: { kind: "operator", id: act.operatorId },
    reason: act.reason,
  });

const intentOf = ({ operatorId, key, ...body }: CouponAct, route: string) => ({
  memberId: operatorId,
  route,
  key,
  body,
});

/**
 * Takes the coupon back unless it is used, or held by an order that waits for its payment. Refuses
 * NOT_FOUND, STATE_CHANGED.
 */
export async function revokeCoupon(context: Context, db: Db, act: CouponAct): Promise<void> {
  await runIdempotently(context, db, intentOf(act, "operatorMembers.revokeCoupon"), async (tx) => {
    const isRevoked = await revokeOneCoupon(tx, { ...act, now: context.clock.sql() });
    if (!isRevoked) return refuseUnchanged(tx, act);
    await record(context, tx, act, { name: "voided", from: "AVAILABLE", to: "VOID" });
    return {};
  });
}

/**
 * Sets a later end, in ms. Refuses NOT_FOUND, STATE_CHANGED for a used or void coupon, and
 * INPUT_INVALID for an end that is past or not later.
 */
export async function extendCoupon(
  context: Context,
  db: Db,
  { validUntil, ...act }: CouponAct & { readonly validUntil: number },
): Promise<void> {
  if (validUntil <= context.clock.now().getTime())
    throw new Refusal("INPUT_INVALID", { field: "validUntil" });
  const intent = intentOf(act, "operatorMembers.extendCoupon");
  const body = { ...act, validUntil };
  await runIdempotently(context, db, { ...intent, body }, async (tx) => {
    const outcome = await extendOneCoupon(tx, { ...act, validUntil });
    if (outcome === "earlier") throw new Refusal("INPUT_INVALID", { field: "validUntil" });
    if (outcome === "none") return refuseUnchanged(tx, act);
    await record(context, tx, act, { name: "extended" });
    return {};
  });
}
