/** Search suggestions for the beginning of a word, and popular search words. */
import type { Input, Output } from "@yunjing/contract/operations";
import { cityFor } from "../city.ts";
import { isAvailableInCity, stripControlCharacters } from "../model.ts";
import { matchScore, indexText, rankOf, wordsOf } from "../search.ts";
import type { Shop } from "../catalog-cache.ts";
import type { NamedRow } from "../store.ts";
import { countBy } from "./categories-and-brands.ts";

type Suggestion = Output<"home", "suggest">["list"][number];

const BENEFITS = 8;
const NAMES = 2;

/**
 * Returns the names that start with the word, the best first; leaves out names without benefits.
 */
function namesStartingWith(
  word: string,
  rows: readonly NamedRow[],
  { kind, counts }: { kind: "brand" | "category"; counts: Map<string, number> },
): Suggestion[] {
  return rows
    .flatMap(({ code, name }) => {
      const found = matchScore(word, indexText(name));
      const count = counts.get(code) ?? 0;
      return found === undefined || count === 0 ? [] : [{ code, name, found, count }];
    })
    .toSorted((left, right) => left.found - right.found)
    .slice(0, NAMES)
    .map(({ code, name, count }) => ({ kind, id: code, text: name, count }));
}

/** Keeps the first suggestion of each text: two equal lines would not show where each leads. */
function distinct(items: readonly Suggestion[]): Suggestion[] {
  const byText = new Map<string, Suggestion>();
  for (const item of items) if (!byText.has(item.text)) byText.set(item.text, item);
  return [...byText.values()];
}

/**
 * Without a keyword returns only the popular words. They are always returned, so that an empty
 * result has a next step.
 */
export async function suggest(
  shop: Shop,
  { keyword = "", regionCode }: Input<"home", "suggest">,
): Promise<Output<"home", "suggest">> {
  const { entries, brands, categories, hotWords } = await shop.catalog();
  const hot = hotWords.map(({ word, is_new }) => ({ word, isNew: is_new }));
  const words = wordsOf(stripControlCharacters(keyword));
  const [first] = words;
  if (first === undefined) return { hot, list: [] };
  const city = cityFor(shop.cityOf, regionCode).code;
  const benefits = entries
    .flatMap(
      ({ benefit, searchFields, isSoldOut, shown }): { item: Suggestion; rank: number }[] => {
        const rank = rankOf(words, searchFields);
        if (rank === undefined) return [];
        const item = { kind: "benefit", id: benefit.benefitId, text: benefit.texts.title } as const;
        const isThere = isAvailableInCity(benefit, city) && !isSoldOut;
        const isForPoints = shown.price.pointsPrice !== undefined;
        return [{ item, rank: rank + (isForPoints ? 50 : 0) + (isThere ? 0 : 100) }];
      },
    )
    .toSorted((left, right) => left.rank - right.rank);
  const whole = words.join("");
  const names = [
    ...namesStartingWith(whole, brands, {
      kind: "brand",
      counts: countBy(entries, ({ benefit }) => benefit.brandCode),
    }),
    ...namesStartingWith(whole, categories, {
      kind: "category",
      counts: countBy(entries, ({ benefit }) => benefit.categoryCode),
    }),
  ];
  return {
    hot,
    list: [...names, ...distinct(benefits.map(({ item }) => item)).slice(0, BENEFITS)],
  };
}
