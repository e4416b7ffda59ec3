/** Validates the target of a batch before any code is generated. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { sellables } from "../../catalog/actions.ts";
import { FIRST_GRADE } from "../../catalog/model.ts";
import { deliveryKinds } from "../../catalog/model/delivery-kinds.ts";
import { isTemplateGranted } from "../../coupons/actions.ts";
import { setMealOf } from "../../dining/actions.ts";
import { listLevels } from "../../levels/actions.ts";

/** Every choice is a distinct SKU of the shop that has a price and can be delivered by a code. */
async function areChoicesValid({ clock }: Context, db: Db, { choices = [] }: BatchTarget) {
  const skuIds = choices.map(({ skuId }) => skuId);
  const offered = await sellables(db, { skuIds, grade: FIRST_GRADE, now: clock.sql() });
  const isWorth = (skuId: string) => {
    const sellable = offered.get(skuId);
    if (sellable === undefined || sellable.priceFen === 0) return false;
    return deliveryKinds[sellable.delivery].isSoldInShop;
  };
  return skuIds.length > 0 && new Set(skuIds).size === skuIds.length && skuIds.every(isWorth);
}

async function isTargetValid(context: Context, db: Db, target: BatchTarget): Promise<boolean> {
  const { brand, setMealId, valueFen, points, templateId, grade, days } = target;
  switch (target.target) {
    case "meal":
      if (brand === undefined || setMealId === undefined) return false;
      return (await setMealOf(db, brand, setMealId)) !== undefined;
    case "voucher":
      return brand !== undefined && (valueFen ?? 0) > 0;
    case "points":
      return (points ?? 0) > 0;
    case "balance":
      return (valueFen ?? 0) > 0;
    case "coupon":
      return templateId !== undefined && (await isTemplateGranted(db, templateId));
    case "benefit":
      return areChoicesValid(context, db, target);
    case "level":
      return days !== undefined && (await listLevels(db)).some((level) => level.grade === grade);
  }
}

/**
 * Refuses INPUT_INVALID for an incomplete target, one that is not offered yet, or a validity that
 * has ended.
 */
export async function checkTarget(context: Context, db: Db, target: BatchTarget): Promise<void> {
  const { validFrom = 0, validUntil } = target;
  const isInTime = validUntil > context.clock.now().getTime() && validFrom < validUntil;
  if (!isInTime || !(await isTargetValid(context, db, target))) throw new Refusal("INPUT_INVALID");
}
