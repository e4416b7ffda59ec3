/**
 * Renders the home page's blocks for a city: their definitions, with the benefits as offered there.
 */
import { Banner, HomeBlock } from "@yunjing/contract/schemas/home";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { countBy } from "./actions/categories-and-brands.ts";
import { cardOf, type CatalogEntry } from "./card.ts";
import type { City } from "./city.ts";
import { FIRST_GRADE, nextDailyEnd } from "./model.ts";
import type { CachedCatalog } from "./catalog-cache.ts";
import type { BlockRow } from "./store.ts";
import { expiryDaysOf, validityTag } from "./validity.ts";

/** All data that a block is rendered from. */
export type RenderContext = {
  readonly catalog: CachedCatalog;
  readonly city: City;
  readonly now: Date;
  readonly grade: number;
};

const ZoneBody = Type.Object({
  benefitIds: Type.Array(Type.String()),
  /** The hour in Shanghai at which the zone's prices end each day. */
  endsDailyAtHour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
});
const BannerBody = Type.Object({
  items: Type.Array(
    Type.Object({
      ...Banner.properties,
      /** The advertised benefit; its price, validity and availability are shown. */
      benefitId: Type.Optional(Type.String()),
      /** Cities that see it; all when absent. */
      regionCodes: Type.Optional(Type.Array(Type.String())),
      /** The lowest level that sees it. */
      gradeMin: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
});
const BrandsBody = Type.Object({ most: Type.Integer({ minimum: 1, maximum: 20 }) });
const bannerBody = Compile(BannerBody);
const zoneBody = Compile(ZoneBody);
const brandsBody = Compile(BrandsBody);
const wholeBlock = Compile(HomeBlock);

function zone(row: BlockRow, { catalog, city, now, grade }: RenderContext): HomeBlock {
  const { benefitIds, endsDailyAtHour } = zoneBody.Parse(row.body);
  const items = benefitIds.flatMap((id) => {
    const entry = catalog.byId.get(id);
    return entry ? [cardOf(entry, city, grade)] : [];
  });
  return {
    kind: "zone",
    id: row.block_id,
    title: row.title,
    total: items.length,
    items,
    ...(endsDailyAtHour === undefined ? {} : { endsAt: nextDailyEnd(now, endsDailyAtHour) }),
  };
}

function brands(row: BlockRow, { catalog }: RenderContext): HomeBlock {
  const { most } = brandsBody.Parse(row.body);
  const counts = countBy(catalog.entries, ({ benefit }) => benefit.brandCode);
  const items = catalog.brands
    .flatMap(({ code, name, artwork, tint }) => {
      const count = counts.get(code);
      const link = { url: `/pages/benefit/search?brand=${code}` };
      return count === undefined ? [] : [{ code, name, count, picture: { artwork, tint }, link }];
    })
    .slice(0, most);
  return { kind: "brands", id: row.block_id, title: row.title, items };
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
function banner(row: BlockRow, { catalog, city, grade }: RenderContext): HomeBlock {
  const items = bannerBody.Parse(row.body).items.flatMap((stored) => {
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
  return wholeBlock.Parse({ kind: "banner", id: row.block_id, items });
}

/** Returns one block as the page renders it. */
export function renderBlock(row: BlockRow, scene: RenderContext): HomeBlock {
  if (row.kind === "banner") return banner(row, scene);
  if (row.kind === "zone") return zone(row, scene);
  if (row.kind === "brands") return brands(row, scene);
  return wholeBlock.Parse({ kind: row.kind, id: row.block_id, ...row.body });
}

/** Returns whether a definition can be rendered. */
export function isRenderable(block: {
  readonly blockId: string;
  readonly kind: string;
  readonly title: string;
  readonly body: unknown;
}): boolean {
  const { blockId: id, kind, title, body } = block;
  if (kind === "banner") return bannerBody.Check(body);
  if (kind === "zone") return zoneBody.Check(body);
  if (kind === "brands") return brandsBody.Check(body);
  return wholeBlock.Check({ kind, id, title, ...Object(body) });
}
