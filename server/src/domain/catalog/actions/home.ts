/** The home page of a city: the blocks whose time, audience and cities match. */
import type { HomePage } from "@yunjing/contract/schemas/home";
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import { type City, cityFor } from "../city.ts";
import { renderBlock } from "../home-blocks.ts";
import { type CachedCatalog, readCatalog, type Shop } from "../catalog-cache.ts";
import { FIRST_GRADE } from "../model.ts";
import { hasBought } from "../store.ts";

export type Visitor = { readonly memberId: string | undefined; readonly grade: number };

const HOT_WORD = "搜索权益、品牌";

/**
 * A visitor without an account has bought nothing; the database is queried only when a block
 * depends on it.
 */
async function isNewcomer(shop: Shop, blocks: readonly DraftBlock[], { memberId }: Visitor) {
  if (memberId === undefined) return true;
  if (!blocks.some(({ audience }) => audience === "new")) return false;
  return !(await hasBought(shop.db, memberId));
}

type Person = { readonly grade: number; readonly isNew: boolean };

const isMeantFor = (block: DraftBlock, city: City, who: Person) =>
  (block.regionCodes.length === 0 || block.regionCodes.includes(city.code)) &&
  (block.audience === "all" ||
    (block.audience === "new" ? who.isNew : who.grade >= (block.gradeMin ?? FIRST_GRADE)));

const isShownAt = ({ isOn, startsAt, endsAt }: DraftBlock, nowMs: number) =>
  isOn && (startsAt ?? nowMs) <= nowMs && (endsAt === undefined || endsAt > nowMs);

const hotWordOf = ({ hotWords }: CachedCatalog): string => hotWords[0]?.word ?? HOT_WORD;

type Scene = {
  readonly catalog: CachedCatalog;
  readonly city: City;
  readonly who: Person;
  readonly now: Date;
};

/** Renders the blocks that this person sees; empty ones are left out. */
function pageOf(all: readonly DraftBlock[], { catalog, city, who, now }: Scene): HomePage {
  const blocks = all
    .filter((block) => isShownAt(block, now.getTime()) && isMeantFor(block, city, who))
    .map((block) => renderBlock(block, { catalog, city, now, grade: who.grade }))
    .filter(({ items }) => items.length > 0);
  return { regionCode: city.code, cityName: city.name, hotWord: hotWordOf(catalog), blocks };
}

/** Returns the home page that a visitor sees now. */
export async function homePage(
  shop: Shop,
  regionCode: string | undefined,
  visitor: Visitor,
): Promise<HomePage> {
  const city = cityFor(shop.cityOf, regionCode);
  const catalog = await shop.catalog();
  const who = { grade: visitor.grade, isNew: await isNewcomer(shop, catalog.blocks, visitor) };
  return pageOf(catalog.blocks, { catalog, city, who, now: shop.context.clock.now() });
}

export type PreviewScene = {
  readonly regionCode?: string | undefined;
  readonly grade?: number | undefined;
  readonly isNew?: boolean | undefined;
  /** ms; now without it. */
  readonly at?: number | undefined;
};

/** Returns the home page of these blocks as this person in this city would see it at an instant. */
export async function previewPage(
  shop: Shop,
  blocks: readonly DraftBlock[],
  { regionCode, grade = FIRST_GRADE, isNew = false, at }: PreviewScene,
): Promise<HomePage> {
  const now = at === undefined ? shop.context.clock.now() : new Date(at);
  const catalog =
    at === undefined ? await shop.catalog() : await readCatalog(shop.context, shop.db, now);
  const city = cityFor(shop.cityOf, regionCode);
  return pageOf(blocks, { catalog, city, who: { grade, isNew }, now });
}
