/** Caches the catalogue in memory for a short time, so that public reads need no database query. */
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { listLevels } from "../levels/actions.ts";
import { type CatalogEntry, entryOf } from "./card.ts";
import type { CityOf } from "./city.ts";
import type { Sku } from "./model.ts";
import { homeInForce } from "./store/home-page.ts";
import { readOffer } from "./store/offers.ts";
import { msToNextChange } from "./store/prices.ts";
import {
  currentHotWords,
  type HotWord,
  listBrands,
  listCategories,
  type NamedRow,
} from "./store.ts";

export type CachedCatalog = {
  /** Benefits on sale, in the operators' order. */
  readonly entries: readonly CatalogEntry[];
  readonly byId: ReadonlyMap<string, CatalogEntry>;
  readonly categories: readonly NamedRow[];
  readonly brands: readonly NamedRow[];
  /** The blocks of the home page in force, shown now or later. */
  readonly blocks: readonly DraftBlock[];
  readonly hotWords: readonly HotWord[];
  /** By grade. */
  readonly levelNames: ReadonlyMap<number, string>;
  /** Responses rendered from this catalogue that are the same for all callers, as JSON. */
  readonly renderedResponses: Map<string, string>;
};

/** The catalogue's dependencies; every read action of the catalogue takes it. */
export type Shop = {
  readonly context: Context;
  readonly db: Db;
  readonly cityOf: CityOf;
  /** The cached catalogue, at most `catalogSeenWithinMs` old. */
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

/** Reads the catalogue as it is, or as its schedules make it at an instant to come. */
export async function readCatalog(context: Context, db: Db, at?: Date): Promise<CachedCatalog> {
  const now = at ?? context.clock.sql();
  const [offer, categories, brands, { blocks }, hotWords, ladder] = await Promise.all([
    readOffer(db, { onSale: true }, now),
    listCategories(db),
    listBrands(db),
    homeInForce(db, now),
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

/** The catalogue with how long it holds: until the next price or sale window, at most the usual time. */
type Reading = { readonly catalog: CachedCatalog; readonly holdsMs: number };

async function readPresent(context: Context, db: Db): Promise<Reading> {
  // Before the prices are read: an instant that passes meanwhile ends this reading at once.
  const nextMs = (await msToNextChange(db, context.clock.sql())) ?? Number.POSITIVE_INFINITY;
  const catalog = await readCatalog(context, db);
  return { catalog, holdsMs: Math.min(nextMs, context.settings.catalogSeenWithinMs) };
}

/**
 * Creates the catalogue cache. A price or stock changed by another process is visible within
 * `catalogSeenWithinMs`; a price that was scheduled before applies from its instant on.
 */
export function createShop(context: Context, db: Db, cityOf: CityOf): Shop {
  const nowMs = () => context.clock.now().getTime();
  type Begun = {
    readonly turn: number;
    readonly readAt: number;
    readonly reading: Promise<Reading>;
  };
  let turns = 0;
  let cached: Begun | undefined;
  const begin = (): Begun => {
    turns += 1;
    const next = { turn: turns, readAt: nowMs(), reading: readPresent(context, db) };
    cached = next;
    // A failed read is not cached; its callers get the error.
    next.reading.catch(() => {
      if (cached === next) cached = undefined;
    });
    return next;
  };
  const catalog = async (): Promise<CachedCatalog> => {
    const turnsBefore = turns;
    for (;;) {
      const present = cached ?? begin();
      const { catalog: read, holdsMs } = await present.reading;
      const ageMs = nowMs() - present.readAt;
      // What was begun after the call is new enough for it, however long the reading took.
      if (present.turn > turnsBefore || (ageMs >= 0 && ageMs < holdsMs)) return read;
      if (cached === present) cached = undefined;
    }
  };
  return { context, db, cityOf, catalog };
}
