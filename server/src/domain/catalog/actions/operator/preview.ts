/** Shows operators a benefit's draft, stored or not, as members would see it once published. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { DraftSku } from "@yunjing/contract/schemas/operators/goods";
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { listLevels } from "../../../levels/actions.ts";
import { entryOf } from "../../card.ts";
import { cityFor, type CityOf } from "../../city.ts";
import type { Benefit, Sku } from "../../model.ts";
import { textsIn } from "../../model/benefit-texts.ts";
import { contractOfDraft } from "../../model/draft.ts";
import { readKnownNames, readLive } from "../../store/drafts.ts";
import { readBlocks, readPhoto } from "../../store/pictures.ts";
import { detailOf } from "../detail.ts";

const UNNAMED = "未命名";
const LOWEST_GRADE = 1;
/** Stands for a route that the draft may lack: the preview shows what is in stock. */
const ANY_ROUTE = { supplierId: "", product: "", costFen: 0, priority: 0 } as const;

const skuOf = (benefitId: string, sku: DraftSku): Sku => ({
  ...sku,
  benefitId,
  artwork: sku.artwork,
  faceFen: sku.faceFen,
  stockMode: "unlimited",
  free: undefined,
  isSupplierOut: false,
  isOn: true,
  price: sku.price && {
    ...sku.price,
    pointsPrice: sku.price.pointsPrice,
    pointsCashFen: sku.price.pointsCashFen,
    version: sku.priceVersion,
  },
  routes: [ANY_ROUTE],
});

/**
 * Returns the page of a draft for a member of the lowest grade that may buy it, in its first city,
 * as if it were in stock; nothing while no SKU has a price. Refuses NOT_FOUND.
 */
export async function goodsPreview(
  context: Context,
  db: Db,
  { cityOf }: { readonly cityOf: CityOf },
  { benefitId, draft }: Input<"operatorGoods", "preview">,
): Promise<Output<"operatorGoods", "preview">> {
  const live = await readLive(db, benefitId, context.clock.sql());
  if (!live) throw new Refusal("NOT_FOUND");
  const { brandCode, categoryCode, artwork, alsoArtwork, tint, regionCodes, limits } = draft;
  const [names, photo, detail, levels] = await Promise.all([
    readKnownNames(db, draft),
    draft.pictureId === undefined ? undefined : readPhoto(db, draft.pictureId),
    readBlocks(db, draft.detail ?? []),
    listLevels(db),
  ]);
  const benefit: Benefit = {
    ...live.benefit,
    texts: { ...textsIn(draft), title: draft.title.trim() || UNNAMED },
    brandCode,
    categoryCode,
    artwork,
    alsoArtwork,
    tint,
    regionCodes,
    limits,
    photo,
    detail,
    brandName: names.brand ?? brandCode,
    categoryName: names.category ?? categoryCode,
    gradeMin: draft.gradeMin,
    couponTemplateIds: draft.couponTemplateIds,
    isOnSale: true,
    contract: contractOfDraft(draft, ""),
  };
  const [entry] = entryOf(
    benefit,
    draft.skus.map((sku) => skuOf(benefitId, sku)),
  );
  if (!entry) return {};
  const city = cityFor(cityOf, regionCodes[0]);
  const grade = draft.gradeMin ?? LOWEST_GRADE;
  const levelNames = new Map(levels.map((level) => [level.grade, level.name]));
  return { benefit: detailOf(entry, { city, cityOf, grade, levelNames }) };
}
