/** What a batch's codes may be redeemed for, as choices: set meals, brands, SKUs, coupons, levels. */
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import type { ChosenTarget } from "@yunjing/contract/schemas/operators/batches";
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";

type Choice = readonly [value: string, label: string];
export type TargetChoices = {
  readonly choices: readonly Choice[];
  /** Said under the field: that choices load, are absent, or did not load. */
  readonly help?: string;
};

const chosenKinds: readonly string[] = [
  "meal",
  "voucher",
  "benefit",
  "coupon",
  "level",
] satisfies readonly ChosenTarget[];
const isChosen = (kind: BatchTarget["target"]): kind is ChosenTarget => chosenKinds.includes(kind);

/** The value of a set meal's choice; a brand's code has no slash. */
const setMealValue = (brand: string, setMealId: string): string => `${brand}/${setMealId}`;
/** Returns the brand and the set meal of a choice. */
export function setMealOf(value: string): { readonly brand: string; readonly setMealId: string } {
  const at = value.indexOf("/");
  return { brand: value.slice(0, Math.max(at, 0)), setMealId: value.slice(at + 1) };
}

/** Loads the choices of a kind of target; a kind that is typed has none. */
export function useTargetChoices(kind: BatchTarget["target"]): TargetChoices {
  const { data, error, isPending } = useQuery({
    ...apiQuery(api.operatorBatches.targets, { target: isChosen(kind) ? kind : "meal" }),
    enabled: isChosen(kind),
  });
  if (error) return { choices: [], help: sentenceFor(error) };
  if (isPending) return { choices: [], help: "载入中…" };
  const choices = data.list.map(
    ({ id, title, brand }): Choice =>
      brand === undefined
        ? [id, title]
        : [setMealValue(brand.code, id), `${brand.name} · ${title}`],
  );
  if (choices.length === 0) return { choices, help: "现在没有可选的" };
  return data.hasMore ? { choices, help: `只列出前 ${choices.length} 项` } : { choices };
}
