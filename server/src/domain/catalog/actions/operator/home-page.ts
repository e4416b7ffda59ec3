/** Operators read the home page: its draft, what is missing or doubtful, its versions. */
import type {
  DraftBlock,
  HomeCheck,
  HomeWarning,
} from "@yunjing/contract/schemas/operators/home-page";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import type { NamesOf } from "../../../../platform/person-names.ts";
import { invariant, Refusal } from "../../../../platform/refusal.ts";
import { cashFenOf, cardOf } from "../../card.ts";
import type { CachedCatalog, Shop } from "../../catalog-cache.ts";
import { type CityOf, cityNamesBy } from "../../city.ts";
import { DEFAULT_CITY, FIRST_GRADE, shortCityName } from "../../model.ts";
import { benefitsIn, blockName, homeChecks, stripWarnings } from "../../model/home-page.ts";
import { changedBlocks, type HomeChange, homeChanges } from "../../model/home-diff.ts";
import {
  homeInForce,
  type LiveHome,
  readHomeBlocks,
  readHomeDraft,
  readHomeVersions,
  readNamedGoods,
  readWaiting,
  type StoredHomeDraft,
} from "../../store/home-page.ts";
import { previewPage, type PreviewScene } from "../home.ts";

export type HomeDeps = { readonly shop: Shop; readonly namesOf: NamesOf };

const PAGE_SIZE = 20;

export type HomeDraftState = {
  readonly live: LiveHome;
  readonly stored: StoredHomeDraft;
  /** The open draft; else what waits for its instant; else what members see. */
  readonly blocks: DraftBlock[];
};

/** Returns the home page with its draft. */
export async function homeDraftState({ context }: Shop, db: Db | Tx): Promise<HomeDraftState> {
  const now = context.clock.sql();
  const live = await homeInForce(db, now);
  const stored = await readHomeDraft(db);
  invariant(stored, "the home page has no draft");
  if (stored.isOpen) return { live, stored, blocks: stored.blocks };
  const waiting = await readWaiting(db, now);
  const blocks = waiting && (await readHomeBlocks(db, waiting.version));
  return { live, stored, blocks: blocks ?? live.blocks };
}

/** Returns the checklist of a publication of these blocks. */
export async function homeChecksOf(
  db: Db | Tx,
  blocks: readonly DraftBlock[],
): Promise<HomeCheck[]> {
  const goods = await readNamedGoods(db, [...new Set(blocks.flatMap(benefitsIn))]);
  return homeChecks(blocks, new Set(goods.map(({ benefitId }) => benefitId)));
}

const cityNameOf = (cityOf: CityOf) => (code: string) => cityNamesBy(cityOf)([code])[0] ?? code;

/** Returns the zones without anything to buy in a city where they are shown. */
function emptyZones(
  blocks: readonly DraftBlock[],
  catalog: CachedCatalog,
  cityOf: CityOf,
): HomeWarning[] {
  const named = [
    ...blocks.flatMap(({ regionCodes }) => regionCodes),
    ...catalog.entries.flatMap(({ benefit }) => benefit.regionCodes),
    DEFAULT_CITY,
  ];
  const everywhere = [...new Set(named)];
  const nameOf = cityNameOf(cityOf);
  return blocks.flatMap((block) => {
    if (block.kind !== "zone" || !block.isOn || block.body.benefitIds.length === 0) return [];
    const cities = block.regionCodes.length > 0 ? block.regionCodes : everywhere;
    const entries = block.body.benefitIds.flatMap((id) => catalog.byId.get(id) ?? []);
    const empty = cities.filter((code) => {
      const city = { code, name: nameOf(code) };
      return !entries.some((entry) => cardOf(entry, city, FIRST_GRADE).state === "on");
    });
    if (empty.length === 0) return [];
    const names = [...new Set(empty.map(nameOf))];
    const places =
      names.length > 6 ? `${names.slice(0, 6).join("、")}等 ${names.length} 城` : names.join("、");
    const text = `${blockName(block)}在${places}没有可买的商品`;
    return [{ kind: "empty" as const, blockIds: [block.blockId], text }];
  });
}

/** Returns what the editor shows beside the blocks: checklist, warnings, the named benefits. */
async function judged({ shop }: HomeDeps, db: Db, { live, blocks }: HomeDraftState) {
  const catalog = await shop.catalog();
  const nowMs = shop.context.clock.now().getTime();
  const goods = await readNamedGoods(db, [...new Set(blocks.flatMap(benefitsIn))]);
  return {
    blocks,
    checks: homeChecks(blocks, new Set(goods.map(({ benefitId }) => benefitId))),
    warnings: [...stripWarnings(blocks, nowMs), ...emptyZones(blocks, catalog, shop.cityOf)],
    goods: goods.map(({ pictureId, ...row }) => {
      const entry = catalog.byId.get(row.benefitId);
      const photo = pictureId === null ? {} : { pictureId };
      return { ...row, ...photo, ...(entry ? { priceFen: cashFenOf(entry.shown) } : {}) };
    }),
    changed: changedBlocks(live.blocks, blocks),
  };
}

/** Returns the home page as its editor shows it. */
export async function homeDetail(deps: HomeDeps, db: Db) {
  const { shop, namesOf } = deps;
  const now = shop.context.clock.sql();
  const state = await homeDraftState(shop, db);
  const { live, stored } = state;
  const [newest] = await readHomeVersions(db, { before: null, limit: 1, now });
  const [published] = await readHomeVersions(db, { before: live.version + 1, limit: 1, now });
  const waiting = await readWaiting(db, now);
  const ids = [stored.savedBy, published?.by, waiting?.by].filter((id) => typeof id === "string");
  const nameOf = await namesOf(db, [...new Set(ids)]);
  const person = (id: string) => ({ id, name: nameOf(id) });
  return {
    version: live.version,
    nextVersion: (newest?.version ?? 0) + 1,
    ...(published && live.version > 0
      ? { publishedAt: published.startsAt, publishedBy: person(published.by) }
      : {}),
    ...(waiting
      ? {
          waiting: {
            version: waiting.version,
            startsAt: waiting.startsAt,
            by: person(waiting.by),
          },
        }
      : {}),
    sinceVersion: stored.version,
    isDraftOpen: stored.isOpen,
    ...(stored.savedAt === null ? {} : { savedAt: stored.savedAt }),
    ...(stored.savedBy === null ? {} : { savedBy: person(stored.savedBy) }),
    ...(await judged(deps, db, state)),
  };
}

/** Returns the home page of the blocks, or of the stored draft, for a person, city and instant. */
export async function homePreview(
  { shop }: HomeDeps,
  db: Db,
  { blocks, ...scene }: PreviewScene & { readonly blocks?: readonly DraftBlock[] | undefined },
) {
  return previewPage(shop, blocks ?? (await homeDraftState(shop, db)).blocks, scene);
}

/** Returns a page of versions, the newest first. */
export async function homeVersions(
  { shop, namesOf }: HomeDeps,
  db: Db,
  input: { readonly cursor?: string | undefined; readonly pageSize?: number | undefined },
) {
  const { cursor, pageSize = PAGE_SIZE } = input;
  const now = shop.context.clock.sql();
  const before = cursor === undefined ? null : Number(cursor);
  const rows = await readHomeVersions(db, { before, limit: pageSize + 1, now });
  const live = await homeInForce(db, now);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const nameOf = await namesOf(db, [...new Set(shown.map(({ by }) => by))]);
  return {
    list: shown.map(({ by, restoredFrom, isWithdrawn, hasBegun, ...row }) => {
      const isLive = row.version === live.version;
      const begun = isLive ? ("live" as const) : ("past" as const);
      return {
        ...row,
        by: { id: by, name: nameOf(by) },
        state: isWithdrawn ? ("withdrawn" as const) : hasBegun ? begun : ("waiting" as const),
        ...(restoredFrom === null ? {} : { restoredFrom }),
      };
    }),
    ...(last ? { nextCursor: String(last.version) } : {}),
  };
}

/** Returns what differs from a version (or what members see) to another (or the draft). */
export async function homeDiff(
  { shop }: HomeDeps,
  db: Db,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
): Promise<HomeChange[]> {
  const state = await homeDraftState(shop, db);
  const blocksOf = async (version: number): Promise<DraftBlock[]> => {
    const blocks = await readHomeBlocks(db, version);
    if (!blocks) throw new Refusal("NOT_FOUND");
    return blocks;
  };
  const before = from === undefined ? state.live.blocks : await blocksOf(from);
  const after = to === undefined ? state.blocks : await blocksOf(to);
  const ids = [...new Set([...before, ...after].flatMap(benefitsIn))];
  const titles = new Map((await readNamedGoods(db, ids)).map((row) => [row.benefitId, row.title]));
  const nameOf = cityNameOf(shop.cityOf);
  return homeChanges(before, after, {
    benefit: (id) => titles.get(id) ?? id,
    city: (code) => shortCityName(nameOf(code)),
  });
}
