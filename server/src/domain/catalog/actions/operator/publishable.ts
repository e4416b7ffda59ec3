/** Checks that a benefit may go on sale (domain.md 1 and 2). Pure. */
import { type Benefit, isDeliverable, type Price, type Sku } from "../../model.ts";
import { allTextsOf } from "../../model/benefit-texts.ts";
import { deliveryKinds } from "../../model/delivery-kinds.ts";
import { daysPromisedIn } from "../../validity.ts";

/** Returns whether any level pays less than our cost. */
export const isBelowCost = ({ priceFen, levels, costFen }: Omit<Price, "version" | "marketFen">) =>
  Math.min(priceFen, ...Object.values(levels)) < costFen;

/**
 * Returns a text that promises a number of days different from the fulfilment contract. A
 * membership has no card that could expire.
 */
export function findContradictingText(
  { texts, contract }: Pick<Benefit, "texts" | "contract">,
  specs: readonly string[],
): string | undefined {
  if (deliveryKinds[contract.delivery].validDays === "membership") return undefined;
  return [...allTextsOf(texts), ...specs].find((text) =>
    daysPromisedIn(text).some((days) => days !== contract.validDays),
  );
}

/** Returns why it must not go on sale, as text for the operator, or undefined. */
export function whyNotPublishable(
  benefit: Benefit,
  skus: readonly Sku[],
  isLossApproved: boolean,
): string | undefined {
  const live = skus.filter((sku) => sku.isOn && sku.price);
  if (live.length === 0) return "没有在售且已定价的规格";
  const stuck = live.find((sku) => !isDeliverable(benefit, sku));
  if (stuck) return `规格「${stuck.spec || stuck.skuId}」没有可用的供应渠道`;
  const wrong = findContradictingText(
    benefit,
    live.map(({ spec }) => spec),
  );
  if (wrong !== undefined)
    return `文案「${wrong}」与有效期 ${benefit.contract.validDays ?? "不限"} 天不一致`;
  const loss = live.find(({ price }) => price && isBelowCost(price));
  if (loss && !isLossApproved) return `规格「${loss.spec || loss.skuId}」售价低于成本，需审批`;
  return undefined;
}
