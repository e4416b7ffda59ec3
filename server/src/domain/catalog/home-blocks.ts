/**
 * Renders the home page's blocks for a city: their definitions, with the benefits as offered there.
 */
import { HomeBlock } from "@yunjing/contract/schemas/home";
import type { DraftBlock } from "@yunjing/contract/schemas/operators/home-page";
import { Compile } from "typebox/compile";
import { countBy, pictureOf } from "./actions/categories-and-brands.ts";
import { cardOf, type CatalogEntry } from "./card.ts";
import type { City } from "./city.ts";
import { FIRST_GRADE, nextDailyEnd } from "./model.ts";
import type { CachedCatalog } from "./catalog-cache.ts";
import { expiryDaysOf, validityTag } from "./validity.ts";

/** All data that a block is rendered from. */
export type RenderContext = {
  readonly catalog: CachedCatalog;
  readonly city: City;
  readonly now: Date;
  readonly grade: number;
};

type Block<K extends DraftBlock["kind"]> = Extract<DraftBlock, { kind: K }>;
const wholeBlock = Compile(HomeBlock);

function zone(row: Block<"zone">, { catalog, city, now, grade }: RenderContext): HomeBlock {
  const { benefitIds, endsDailyAtHour } = row.body;
  const items = benefitIds.flatMap((id) => {
    const entry = catalog.byId.get(id);
    return entry ? [cardOf(entry, city, grade)] : [];
  });
  return {
    kind: "zone",
    id: row.blockId,
    title: row.title,
    total: items.length,
    items,
    ...(endsDailyAtHour === undefined ? {} : { endsAt: nextDailyEnd(now, endsDailyAtHour) }),
  };
}

function brands(row: Block<"brands">, { catalog }: RenderContext): HomeBlock {
  const { most } = row.body;
  const counts = countBy(catalog.entries, ({ benefit }) => benefit.brandCode);
  const items = catalog.brands
    .flatMap((brand) => {
      const { code, name } = brand;
      const count = counts.get(code);
      const link = { url: `/pages/benefit/search?brand=${code}` };
      return count === undefined ? [] : [{ code, name, count, picture: pictureOf(brand), link }];
    })
    .slice(0, most);
  return { kind: "brands", id: row.blockId, title: row.title, items };
}

/** "一包" and a benefit of 30 days: "一包，30 天有效". */
function withValidity(note: string | undefined, { contract }: CatalogEntry["benefit"]): string {
  const days = expiryDaysOf(contract);
  return [...(note ? [note] : []), ...(days === undefined ? [] : [validityTag(days)])].join("，");
}

/**
 * Returns the banners for this city and level. A banner of a benefit shows the benefit's price and
 * validity, and is left out where the benefit is not available.
 */
function banner(row: Block<"banner">, { catalog, city, grade }: RenderContext): HomeBlock {
  const items = row.body.items.flatMap((stored) => {
    const { benefitId, regionCodes = [], gradeMin = FIRST_GRADE, ...item } = stored;
    if (regionCodes.length > 0 && !regionCodes.includes(city.code)) return [];
    if (grade < gradeMin) return [];
    if (benefitId === undefined) return [item];
    const entry = catalog.byId.get(benefitId);
    const card = entry && cardOf(entry, city, grade);
    if (!entry || !card || card.state !== "on") return [];
    const priceNote = withValidity(item.priceNote, entry.benefit);
    return [
      {
        ...item,
        priceFen: card.memberPriceFen ?? card.priceFen,
        ...(card.memberPriceFen === undefined ? {} : { isMemberPrice: true }),
        ...(priceNote === "" ? {} : { priceNote }),
      },
    ];
  });
  return wholeBlock.Parse({ kind: "banner", id: row.blockId, items });
}

/** Returns one block as the page renders it. */
export function renderBlock(block: DraftBlock, scene: RenderContext): HomeBlock {
  const { kind, blockId: id } = block;
  if (kind === "banner") return banner(block, scene);
  if (kind === "zone") return zone(block, scene);
  if (kind === "brands") return brands(block, scene);
  return wholeBlock.Parse({ kind, id, items: block.body.items });
}
