/** The shop as it stands, kept in memory for a moment: what everybody reads, without a question to the database. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { listLevels } from "../levels/actions.ts";
import { type CatalogEntry, entryOf } from "./card.ts";
import type { CityOf } from "./city.ts";
import type { Sku } from "./model.ts";
import { readOffer } from "./offer-store.ts";
import {
  type BlockRow,
  currentBlocks,
  currentHotWords,
  type HotWord,
  listBrands,
  listCategories,
  type NamedRow,
} from "./store.ts";

export type CachedCatalog = {
  /** On sale, as the operators sorted them. */
  readonly entries: readonly CatalogEntry[];
  readonly byId: ReadonlyMap<string, CatalogEntry>;
  readonly categories: readonly NamedRow[];
  readonly brands: readonly NamedRow[];
  readonly blocks: readonly BlockRow[];
  readonly hotWords: readonly HotWord[];
  /** By grade. */
  readonly levelNames: ReadonlyMap<number, string>;
  /** What was answered from it to everybody, as JSON. */
  readonly renderedResponses: Map<string, string>;
};

/** The shop's door: what every reading action of the catalogue takes. */
export type Shop = {
  readonly context: Context;
  readonly db: Db;
  readonly cityOf: CityOf;
  /** At most `catalogSeenWithinMs` old. */
  catalog(): Promise<CachedCatalog>;
};

function groupByBenefit(skus: readonly Sku[]): Map<string, Sku[]> {
  const groups = new Map<string, Sku[]>();
  for (const sku of skus) {
    const group = groups.get(sku.benefitId);
    if (group) group.push(sku);
    else groups.set(sku.benefitId, [sku]);
  }
  return groups;
}

async function readCatalog(context: Context, db: Db): Promise<CachedCatalog> {
  const now = context.clock.sql();
  const [offer, categories, brands, blocks, hotWords, ladder] = await Promise.all([
    readOffer(db, { onSale: true }, now),
    listCategories(db),
    listBrands(db),
    currentBlocks(db, now),
    currentHotWords(db, now),
    listLevels(db),
  ]);
  const skus = groupByBenefit(offer.skus);
  const entries = [...offer.benefits.values()].flatMap((benefit) =>
    entryOf(benefit, skus.get(benefit.benefitId) ?? []),
  );
  const byId = new Map(entries.map((entry) => [entry.benefit.benefitId, entry]));
  const levelNames = new Map(ladder.map(({ grade, name }) => [grade, name]));
  const definitions = { categories, brands, blocks, hotWords, levelNames };
  return { entries, byId, ...definitions, renderedResponses: new Map() };
}

/** Opens the shop. A price or a piece of stock changed elsewhere is seen within `catalogSeenWithinMs`. */
export function createShop(context: Context, db: Db, cityOf: CityOf): Shop {
  let kept: { readonly readAt: number; readonly shelf: Promise<CachedCatalog> } | undefined;
  const shelf = (): Promise<CachedCatalog> => {
    const now = context.clock.now().getTime();
    const ageMs = kept ? now - kept.readAt : Number.POSITIVE_INFINITY;
    if (kept && ageMs >= 0 && ageMs < context.settings.catalogSeenWithinMs) return kept.shelf;
    const reading = readCatalog(context, db);
    const next = { readAt: now, shelf: reading };
    kept = next;
    // A failed reading is not kept; whoever waits for it is told.
    reading.catch(() => {
      if (kept === next) kept = undefined;
    });
    return reading;
  };
  return { context, db, cityOf, catalog: shelf };
}
