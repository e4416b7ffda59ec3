/**
 * Compares a member's chosen lines on the menu that was shown and on the current menu, line by
 * line.
 */
import type { MealLine, Menu } from "@yunjing/contract/schemas/dining";
import type { MenuChange as MenuChangeShape } from "@yunjing/contract/schemas/exchange";
import type { Static } from "typebox";
import { productOf } from "./menu.ts";
import { type Pricing, priceLine } from "./price.ts";

export type MenuChange = Static<typeof MenuChangeShape>;
type Change = MenuChange["changes"][number];

function changeOf(line: MealLine, name: string, was: Pricing | undefined, now: Pricing): Change[] {
  const before = was?.line?.unitFen;
  const head = {
    productId: line.productId,
    name,
    ...(before === undefined ? {} : { was: before }),
  };
  if (now.problem) return [{ ...head, reason: now.problem }];
  if (before === undefined || before === now.line.unitFen) return [];
  return [{ ...head, now: now.line.unitFen, reason: "price" }];
}

/**
 * Compares lines on the menu that was shown (`undefined` when it is no longer stored) and on the
 * current one. `was` and `now` are the price of one piece with its options; the totals sum the
 * lines available then and the lines available now.
 */
export function compareLines(
  lines: readonly MealLine[],
  shown: Menu["classes"] | undefined,
  present: Menu,
): MenuChange {
  const compared = lines.map((line) => {
    const was = shown && priceLine(shown, line);
    const now = priceLine(present.classes, line);
    const { productId } = line;
    const product = productOf(present.classes, productId) ?? productOf(shown ?? [], productId);
    return { was, now, changes: changeOf(line, product?.name ?? "已下架餐品", was, now) };
  });
  const sum = (prices: (number | undefined)[]) =>
    prices.reduce<number>((total, each) => total + (each ?? 0), 0);
  return {
    menuHash: present.hash,
    changes: compared.flatMap(({ changes }) => changes),
    totalWasFen: sum(compared.map(({ was, now }) => (was ?? now).line?.totalFen)),
    totalNowFen: sum(compared.map(({ now }) => now.line?.totalFen)),
  };
}
