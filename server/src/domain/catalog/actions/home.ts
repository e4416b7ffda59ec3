/** The home page of a city: the blocks whose schedule and audience match. */
import type { Output } from "@yunjing/contract/operations";
import { type City, cityFor } from "../city.ts";
import { renderBlock } from "../home-blocks.ts";
import type { CachedCatalog, Shop } from "../catalog-cache.ts";
import { type BlockRow, hasBought } from "../store.ts";

export type Visitor = { readonly memberId: string | undefined; readonly grade: number };

const HOT_WORD = "搜索权益、品牌";

/**
 * A visitor without an account has bought nothing; the database is queried only when a block
 * depends on it.
 */
async function isNewcomer(shop: Shop, blocks: readonly BlockRow[], { memberId }: Visitor) {
  if (memberId === undefined) return true;
  if (!blocks.some(({ audience }) => audience === "new")) return false;
  return !(await hasBought(shop.db, memberId));
}

const isMeantFor = (block: BlockRow, city: City, who: { grade: number; isNew: boolean }) =>
  (block.region_codes.length === 0 || block.region_codes.includes(city.code)) &&
  (block.audience === "all" ||
    (block.audience === "new" ? who.isNew : who.grade >= (block.grade_min ?? 1)));

const hotWordOf = ({ hotWords }: CachedCatalog): string => hotWords[0]?.word ?? HOT_WORD;

/** Empty blocks are left out. */
export async function homePage(
  shop: Shop,
  regionCode: string | undefined,
  visitor: Visitor,
): Promise<Output<"home", "page">> {
  const city = cityFor(shop.cityOf, regionCode);
  const catalog = await shop.catalog();
  const who = { grade: visitor.grade, isNew: await isNewcomer(shop, catalog.blocks, visitor) };
  const now = shop.context.clock.now();
  const blocks = catalog.blocks
    .filter((block) => isMeantFor(block, city, who))
    .map((block) => renderBlock(block, { catalog, city, now, grade: visitor.grade }))
    .filter(({ items }) => items.length > 0);
  return { regionCode: city.code, cityName: city.name, hotWord: hotWordOf(catalog), blocks };
}
