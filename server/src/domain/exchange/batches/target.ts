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

type Fault = {
  readonly field: keyof BatchTarget;
  readonly text: string;
};
const AMOUNT_MISSING = "请填写大于 0 的数";

/** Returns the field that is incomplete or not offered yet; undefined for a complete target. */
async function faultOf(context: Context, db: Db, target: BatchTarget): Promise<Fault | undefined> {
  const { brand, setMealId, valueFen, points, templateId, grade, days } = target;
  switch (target.target) {
    case "meal":
      if (brand === undefined) return { field: "brand", text: "请填写品牌" };
      if (setMealId !== undefined && (await setMealOf(db, brand, setMealId))) return undefined;
      return { field: "setMealId", text: "这个品牌没有这个套餐" };
    case "voucher":
      if (brand === undefined) return { field: "brand", text: "请填写品牌" };
      return (valueFen ?? 0) > 0 ? undefined : { field: "valueFen", text: AMOUNT_MISSING };
    case "points":
      return (points ?? 0) > 0 ? undefined : { field: "points", text: AMOUNT_MISSING };
    case "balance":
      return (valueFen ?? 0) > 0 ? undefined : { field: "valueFen", text: AMOUNT_MISSING };
    case "coupon":
      if (templateId !== undefined && (await isTemplateGranted(db, templateId))) return undefined;
      return { field: "templateId", text: "没有这个券，或活动没有在发放" };
    case "benefit":
      if (await areChoicesValid(context, db, target)) return undefined;
      return { field: "choices", text: "没有这个规格，或不能用码兑换" };
    case "level":
      if (!(await listLevels(db)).some((level) => level.grade === grade))
        return { field: "grade", text: "没有这个等级，请核对" };
      return days === undefined ? { field: "days", text: "请填写天数" } : undefined;
  }
}

/**
 * Refuses INPUT_INVALID {field, text} for an incomplete target, one that is not offered yet, or a
 * validity that has ended.
 */
export async function checkTarget(context: Context, db: Db, target: BatchTarget): Promise<void> {
  const { validFrom = 0, validUntil } = target;
  if (validUntil <= context.clock.now().getTime() || validFrom >= validUntil)
    throw new Refusal("INPUT_INVALID", {
      field: "target.validUntil",
      text: "有效期已过，请选更晚的时间",
    });
  const fault = await faultOf(context, db, target);
  if (fault) throw new Refusal("INPUT_INVALID", { ...fault, field: `target.${fault.field}` });
}
