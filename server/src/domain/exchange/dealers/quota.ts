/**
 * Charges a dealer's monthly quota when codes are generated, and releases it when they will never
 * become live.
 */
import { dealerChargeOf } from "@yunjing/contract/dealer-price";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { monthOf, pointsWorth } from "./model.ts";
import { findTerms, recordDealerCharge, consumeQuota } from "./store.ts";

type BatchToCharge = {
  readonly batchId: string;
  readonly makerId: string;
  readonly target: BatchTarget;
  readonly count: number;
  readonly usesPerCode: number;
};

/** Charges nothing for makers without terms: they are our own staff. Refuses DEALER_QUOTA. */
export async function chargeDealer(context: Context, tx: Tx, batch: BatchToCharge): Promise<void> {
  const { batchId, makerId, target, count, usesPerCode } = batch;
  const terms = await findTerms(tx, makerId);
  if (!terms) return;
  const batchOf = { target, count, usesPerCode };
  const { priceFen, faceFen } = dealerChargeOf(terms, batchOf, pointsWorth(context.settings));
  const month = monthOf(context.clock.now());
  const portion = { memberId: makerId, month, codes: count, faceFen };
  if (!(await consumeQuota(tx, portion))) throw new Refusal("DEALER_QUOTA");
  await recordDealerCharge(tx, batchId, portion, priceFen);
}

export { releaseQuota } from "./store.ts";
