/** Tests the demo's data: it refers only to existing items, and its prices are plausible. */
import { describe, expect, test } from "vitest";
import { demoBenefits } from "./data/benefits.ts";
import { demoContracts } from "./data/contracts.ts";
import { demoBlocks, demoBrands, demoCategories } from "./data/home.ts";

describe("the demo's data", () => {
  const codesOf = (rows: readonly (readonly string[])[]) => new Set(rows.map(([code]) => code));

  test("names only existing brands, categories and benefits", () => {
    const brands = codesOf(demoBrands);
    const categories = codesOf(demoCategories);
    const contracts = new Set(demoContracts.map(({ contractId }) => contractId));
    for (const { id, brand, category, contract } of demoBenefits)
      expect({
        id,
        known: brands.has(brand) && categories.has(category) && contracts.has(contract),
      }).toEqual({ id, known: true });
    const ids = new Set(demoBenefits.map(({ id }) => id));
    expect(ids.size).toBe(demoBenefits.length);
    const shown = demoBlocks.flatMap(({ body }) => ("benefitIds" in body ? body.benefitIds : []));
    expect(shown).not.toHaveLength(0);
    expect(shown).toSatisfy((list: string[]) => list.every((id) => ids.has(id)));
  });

  test("prices below the market price, lower still for members, and never below cost", () => {
    const odd = demoBenefits.flatMap(({ skus }) =>
      skus.filter(({ price, market, cost, levels }) => {
        const prices = [price, ...Object.values(levels)];
        const falls = prices.every((fen, at) => at === 0 || fen < (prices[at - 1] ?? 0));
        return !(price < market && falls && prices.every((fen) => fen > cost));
      }),
    );
    expect(odd).toEqual([]);
  });

  test("covers every kind of delivery, stock and limit", () => {
    const skus = demoBenefits.flatMap((benefit) => benefit.skus);
    expect(demoBenefits.length).toBeGreaterThanOrEqual(60);
    expect(skus.length).toBeGreaterThanOrEqual(120);
    expect(new Set(skus.map(({ id }) => id)).size).toBe(skus.length);
    expect(new Set(skus.map(({ mode }) => mode)).size).toBe(3);
    const suppliers = new Set(skus.flatMap(({ routes }) => routes.map(({ supplier }) => supplier)));
    expect([...suppliers].sort()).toEqual(["cards", "movie", "own", "topup"]);
    expect(skus.filter(({ routes }) => routes.length > 1).length).toBeGreaterThan(5);
  });
});
