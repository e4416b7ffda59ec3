/**
 * The benefits a code's holder can choose one of: selected from the shop, renamed, and with
 * proposed values for the batch.
 */
import { deliveryFacts } from "@yunjing/contract/delivery-kinds";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { BenefitDetail, SkuView } from "@yunjing/contract/schemas/benefit";
import { yuanInputText } from "../../../components/yuan.ts";

/** One choice, with the name shown to the holder and the shop price at the time of selection. */
export interface ChosenBenefit {
  readonly skuId: string;
  readonly title: string;
  readonly priceFen: number;
}

/** The contract's maximum for one batch, and for one name. */
export const CHOICES_MAX = 8;
export const TITLE_MAX = 40;

/** Returns a SKU as a choice. Its name is the benefit's title with the size. */
export const chosenOf = (
  { title }: Pick<BenefitDetail, "title">,
  { skuId, spec, priceFen }: Pick<SkuView, "skuId" | "spec" | "priceFen">,
): ChosenBenefit => ({
  skuId,
  title: [title, spec]
    .filter((text) => text !== "")
    .join(" ")
    .slice(0, TITLE_MAX),
  priceFen,
});

/** Meals have their own codes, and a benefit without a price in money cannot be given by a code. */
export const canBeGiven = (
  { delivery }: Pick<BenefitDetail, "delivery">,
  { priceFen }: Pick<SkuView, "priceFen">,
): boolean => deliveryFacts[delivery].isSoldInShop && priceFen > 0;

/** Returns the proposed worth of a code in yuan: the price of the most expensive choice. */
export const proposedYuan = (choices: readonly ChosenBenefit[]): string =>
  choices.length === 0 ? "" : yuanInputText(Math.max(...choices.map(({ priceFen }) => priceFen)));

/** Returns the draft fields that change with the choices. A typed worth stays unchanged. */
export const withChoices = (
  draft: { readonly choices: readonly ChosenBenefit[]; readonly yuan: string },
  choices: readonly ChosenBenefit[],
): { readonly choices: readonly ChosenBenefit[]; readonly yuan: string } => {
  const isProposed = draft.yuan === "" || draft.yuan === proposedYuan(draft.choices);
  return { choices, yuan: isProposed ? proposedYuan(choices) : draft.yuan };
};

/** Removes a selected choice, or adds a new one while fewer than `CHOICES_MAX` are selected. */
export function toggleChoice(
  choices: readonly ChosenBenefit[],
  chosen: ChosenBenefit,
): readonly ChosenBenefit[] {
  const others = choices.filter(({ skuId }) => skuId !== chosen.skuId);
  if (others.length < choices.length || choices.length >= CHOICES_MAX) return others;
  return [...choices, chosen];
}

/** Returns the title shown to the holder when no title was typed. */
export const titleOfChoices = (choices: readonly ChosenBenefit[]): string => {
  const [first] = choices;
  if (!first) return "";
  return choices.length === 1 ? first.title : `权益 ${choices.length} 选 1`;
};

export const sentChoices = (
  choices: readonly ChosenBenefit[],
): NonNullable<BatchTarget["choices"]> => choices.map(({ skuId, title }) => ({ skuId, title }));
