/** What a code lets its holder choose one of: taken from the shop, renamed, and what it proposes for the batch. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { BenefitDetail, SkuView } from "@yunjing/contract/schemas/benefit";
import { yuanInputText } from "../../../components/yuan.ts";

/** One choice, under the name its holder reads, with the price of the shop when it was taken. */
export interface ChosenBenefit {
  readonly skuId: string;
  readonly title: string;
  readonly priceFen: number;
}

/** The contract's most for one batch, and for one name. */
export const CHOICES_MAX = 8;
export const TITLE_MAX = 40;

/** A SKU as a choice; the holder reads the benefit with its size. */
export const chosenOf = (
  { title }: Pick<BenefitDetail, "title">,
  { skuId, spec, priceFen }: Pick<SkuView, "skuId" | "spec" | "priceFen">,
): ChosenBenefit => ({
  skuId,
  title: [title, spec]
    .filter((word) => word !== "")
    .join(" ")
    .slice(0, TITLE_MAX),
  priceFen,
});

/** Meals have codes of their own, and what has no price in money is not given by one. */
export const canBeGiven = (
  { delivery }: Pick<BenefitDetail, "delivery">,
  { priceFen }: Pick<SkuView, "priceFen">,
): boolean => delivery !== "meal" && priceFen > 0;

/** What a code is worth as long as nobody says otherwise: the dearest that may be chosen. */
export const proposedYuan = (choices: readonly ChosenBenefit[]): string =>
  choices.length === 0 ? "" : yuanInputText(Math.max(...choices.map(({ priceFen }) => priceFen)));

/** What changes in a draft with its choices; a worth that was typed stays. */
export const withChoices = (
  draft: { readonly choices: readonly ChosenBenefit[]; readonly yuan: string },
  choices: readonly ChosenBenefit[],
): { readonly choices: readonly ChosenBenefit[]; readonly yuan: string } => {
  const isProposed = draft.yuan === "" || draft.yuan === proposedYuan(draft.choices);
  return { choices, yuan: isProposed ? proposedYuan(choices) : draft.yuan };
};

/** Takes one that is chosen away, and adds another while there is room. */
export function toggleChoice(
  choices: readonly ChosenBenefit[],
  chosen: ChosenBenefit,
): readonly ChosenBenefit[] {
  const others = choices.filter(({ skuId }) => skuId !== chosen.skuId);
  if (others.length < choices.length || choices.length >= CHOICES_MAX) return others;
  return [...choices, chosen];
}

/** What the holder reads of all of them where no title was typed. */
export const titleOfChoices = (choices: readonly ChosenBenefit[]): string => {
  const [first] = choices;
  if (!first) return "";
  return choices.length === 1 ? first.title : `权益 ${choices.length} 选 1`;
};

export const sentChoices = (
  choices: readonly ChosenBenefit[],
): NonNullable<BatchTarget["choices"]> => choices.map(({ skuId, title }) => ({ skuId, title }));
