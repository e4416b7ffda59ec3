/** Lists what the codes of a batch can be redeemed for: set meals, brands, SKUs, coupons, levels. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { ChosenTarget, TargetChoice } from "@yunjing/contract/schemas/operators/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { codeSkus } from "../../catalog/actions.ts";
import { FIRST_GRADE } from "../../catalog/model.ts";
import { grantedTemplates } from "../../coupons/actions.ts";
import { brandsWithMenus, setMealsOfBrands } from "../../dining/actions.ts";
import { listLevels } from "../../levels/actions.ts";

/** More would make the answer large; a keyword would be needed then. */
const CHOICES_MAX = 2_000;

async function choicesOf(
  context: Context,
  db: Db,
  target: ChosenTarget,
  limit: number,
): Promise<readonly TargetChoice[]> {
  switch (target) {
    case "meal":
      return (await setMealsOfBrands(db, limit)).map(({ id, title, brandCode, brandName }) => ({
        id,
        title,
        brand: { code: brandCode, name: brandName },
      }));
    case "voucher":
      return (await brandsWithMenus(db)).map(({ code, name }) => ({ id: code, title: name }));
    case "benefit":
      return (await codeSkus(context, db, limit)).map(({ skuId, title, spec }) => ({
        id: skuId,
        title: spec === "" ? title : `${title} · ${spec}`,
      }));
    case "coupon":
      return (await grantedTemplates(db, limit)).map(({ templateId, title }) => ({
        id: templateId,
        title,
      }));
    case "level":
      return (await listLevels(db))
        .filter(({ grade }) => grade > FIRST_GRADE)
        .map(({ grade, name }) => ({ id: String(grade), title: name }));
  }
}

/** Returns the targets of one kind that `checkTarget` accepts, at most `CHOICES_MAX`. */
export async function batchTargets(
  context: Context,
  db: Db,
  { target }: Input<"operatorBatches", "targets">,
): Promise<Output<"operatorBatches", "targets">> {
  const choices = await choicesOf(context, db, target, CHOICES_MAX + 1);
  return { list: choices.slice(0, CHOICES_MAX), hasMore: choices.length > CHOICES_MAX };
}
