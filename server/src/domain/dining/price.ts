/** Prices the chosen lines on a menu, and gives the reason why a line is unavailable. */
import type { MealLine, Menu, Product } from "@yunjing/contract/schemas/dining";
import { productOf } from "./menu.ts";

/** A line with its names and prices, all in fen; `unitFen` is one piece with its options. */
export type PricedLine = {
  readonly productId: string;
  readonly name: string;
  readonly artwork: string;
  readonly quantity: number;
  readonly options: MealLine["options"];
  readonly optionsText: string;
  readonly unitFen: number;
  readonly totalFen: number;
};

/** `option`: an option that is not offered or sold out, or too few or too many of a group. */
export type LineProblem = "gone" | "sold_out" | "option";
export type Pricing =
  | { readonly line: PricedLine; readonly problem?: never }
  | { readonly line?: never; readonly problem: LineProblem };

type Chosen = { name: string; addFen: number };

/**
 * Returns the chosen options in the menu's order, or `undefined` when the choice is not allowed.
 */
function chosenOptions(product: Product, { options: wanted }: MealLine): Chosen[] | undefined {
  const groups = product.groups.map(({ id, min, max, options }) => {
    const ids = wanted.filter(({ groupId }) => groupId === id).map(({ optionId }) => optionId);
    const found = options.flatMap((option) =>
      ids.filter((each) => each === option.id && !option.soldOut).map(() => option),
    );
    const isRight = found.length === ids.length && ids.length >= min && ids.length <= max;
    return { found, isRight };
  });
  const counted = groups.reduce((sum, { found }) => sum + found.length, 0);
  if (counted !== wanted.length || groups.some(({ isRight }) => !isRight)) return undefined;
  return groups.flatMap(({ found }) => found);
}

/** Prices one line on the classes of a menu. */
export function priceLine(classes: Menu["classes"], line: MealLine): Pricing {
  const product = productOf(classes, line.productId);
  if (!product) return { problem: "gone" };
  if (product.soldOut) return { problem: "sold_out" };
  const chosen = chosenOptions(product, line);
  if (!chosen) return { problem: "option" };
  const unitFen = chosen.reduce((sum, { addFen }) => sum + addFen, product.priceFen);
  const { productId, quantity, options } = line;
  return {
    line: {
      productId,
      quantity,
      options,
      unitFen,
      name: product.name,
      artwork: product.artwork,
      optionsText: chosen.map(({ name }) => name).join("、"),
      totalFen: unitFen * quantity,
    },
  };
}

export const totalFenOf = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, { totalFen }) => sum + totalFen, 0);
