/**
 * The cart of a meal: counts and prices the selected dishes and matches them against a menu; pure.
 */
import type { MealLine, Menu, Product } from "@yunjing/contract/schemas/dining";
import type { DraftLine } from "../../../device/exchange-session.ts";

export type PickedOption = MealLine["options"][number];

const QUANTITY_MAX = 20;

export const productsOf = (menu: Menu): Product[] => {
  const found = new Map<string, Product>();
  for (const { products } of menu.classes) for (const each of products) found.set(each.id, each);
  return [...found.values()];
};

/** Returns the first available options of each group with a minimum. */
export const defaultOptions = ({ groups }: Product): PickedOption[] =>
  groups.flatMap(({ id, min, options }) =>
    options
      .filter(({ soldOut }) => !soldOut)
      .slice(0, min)
      .map((option) => ({ groupId: id, optionId: option.id })),
  );

const optionsOf = ({ groups }: Product, picked: readonly PickedOption[]) =>
  groups.flatMap(({ id, options }) =>
    options.filter((option) =>
      picked.some(({ groupId, optionId }) => groupId === id && optionId === option.id),
    ),
  );

/** Returns the price of one portion with its options, in fen. */
export const unitFenOf = (product: Product, picked: readonly PickedOption[]): number =>
  optionsOf(product, picked).reduce((sum, { addFen }) => sum + addFen, product.priceFen);

/** Returns the first group with too few options selected. */
export const incompleteGroup = ({ groups }: Product, picked: readonly PickedOption[]) =>
  groups.find(({ id, min }) => picked.filter(({ groupId }) => groupId === id).length < min);

/**
 * Selects or deselects an option. In a single-choice group it replaces the selection; in a full
 * group it changes nothing.
 */
export function togglePick(
  product: Product,
  picked: readonly PickedOption[],
  pick: PickedOption,
): readonly PickedOption[] {
  const isSame = (other: PickedOption) =>
    other.groupId === pick.groupId && other.optionId === pick.optionId;
  const group = product.groups.find(({ id }) => id === pick.groupId);
  if (!group) return picked;
  const own = picked.filter(({ groupId }) => groupId === group.id);
  const others = picked.filter(({ groupId }) => groupId !== group.id);
  if (picked.some(isSame)) {
    return own.length > group.min ? picked.filter((other) => !isSame(other)) : picked;
  }
  if (group.max === 1) return [...others, pick];
  return own.length < group.max ? [...picked, pick] : picked;
}

const lineKey = ({ productId, options }: Pick<MealLine, "productId" | "options">): string =>
  [productId, ...options.map(({ groupId, optionId }) => `${groupId}=${optionId}`).sort()].join();

/** Adds portions of a dish with its options; merges them into an equal line. */
export function addLine(
  lines: readonly DraftLine[],
  product: Product,
  options: readonly PickedOption[],
  quantity = 1,
): readonly DraftLine[] {
  const line: DraftLine = {
    productId: product.id,
    quantity,
    options: [...options],
    name: product.name,
    optionsText: optionsOf(product, options)
      .map(({ name }) => name)
      .join("、"),
    artwork: product.artwork,
    photo: product.photo,
    unitFen: unitFenOf(product, options),
  };
  const at = lines.findIndex((other) => lineKey(other) === lineKey(line));
  if (at < 0) return [...lines, line];
  return lines.map((other, place) =>
    place === at
      ? { ...other, quantity: Math.min(other.quantity + quantity, QUANTITY_MAX) }
      : other,
  );
}

/** Removes one portion of a dish from the line added last. */
export function removeOne(lines: readonly DraftLine[], productId: string): readonly DraftLine[] {
  const at = lines.findLastIndex((line) => line.productId === productId);
  return lines.flatMap((line, place) => {
    if (place !== at) return [line];
    return line.quantity > 1 ? [{ ...line, quantity: line.quantity - 1 }] : [];
  });
}

/** Sets the portions of the line at an index; zero removes the line. */
export const setQuantity = (
  lines: readonly DraftLine[],
  at: number,
  quantity: number,
): readonly DraftLine[] =>
  lines.flatMap((line, place) =>
    place !== at ? [line] : quantity > 0 ? [{ ...line, quantity }] : [],
  );

export const countOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const totalFenOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, { quantity, unitFen }) => sum + quantity * unitFen, 0);

export const portionsOf = (lines: readonly DraftLine[], productId: string): number =>
  countOf(lines.filter((line) => line.productId === productId));

/** Returns the lines with another menu's prices, without lines that are no longer available. */
export function repriceLines(lines: readonly DraftLine[], menu: Menu): readonly DraftLine[] {
  const products = productsOf(menu);
  return lines.flatMap((line) => {
    const product = products.find(({ id }) => id === line.productId);
    if (!product || product.soldOut) return [];
    const options = optionsOf(product, line.options);
    const isWhole = options.length === line.options.length && options.every((o) => !o.soldOut);
    return isWhole ? [{ ...line, unitFen: unitFenOf(product, line.options) }] : [];
  });
}

/** Returns 香辣鸡腿堡等 3 件, or the name of a single dish. */
export function itemsTextOf(lines: readonly { name: string; quantity: number }[]): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const name = lines[0]?.name ?? "";
  const isOneDish = lines.every((line) => line.name === name);
  if (isOneDish && count > 1) return `${name} ${count} 份`;
  return count > 1 ? `${name}等 ${count} 件` : name;
}
