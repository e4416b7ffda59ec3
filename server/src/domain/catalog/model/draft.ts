/**
 * A draft of a benefit: what an operator prepares beside what members see. Live: the rows that
 * members see; a draft becomes them by a publication. Pure.
 */
import type { Delivery, DetailBlock, FormField } from "@yunjing/contract/schemas/benefit";
import type {
  BenefitDraft,
  DraftBlock,
  DraftPrice,
  DraftSku,
} from "@yunjing/contract/schemas/operators/goods";
import type { Benefit, FulfilmentContract, Price, Sku } from "../model.ts";

export type GoodsStatus = "draft" | "review" | "on" | "off" | "archived";

/** A route of a SKU as it is stored; one that is switched off stays. */
export type StoredRoute = {
  readonly skuId: string;
  readonly supplierId: string;
  readonly product: string;
  readonly costFen: number;
  readonly isOn: boolean;
};

export type SkuFigures = {
  readonly skuId: string;
  /** The newest version of its price, in force or not; 0 without one. */
  readonly newest: number;
  readonly stock: { readonly total: number; readonly held: number; readonly sold: number } | null;
};

/** What members see of a benefit, and what its draft is compared with. Instants in ms. */
export type LiveGoods = {
  readonly benefit: Benefit;
  readonly skus: readonly Sku[];
  readonly routes: readonly StoredRoute[];
  readonly figures: readonly SkuFigures[];
  readonly status: GoodsStatus;
  /** The last publication of a draft; null before the first one. */
  readonly version: number | null;
  readonly saleFrom: number | null;
  readonly saleTo: number | null;
  /** The second person who agreed to the present price below cost. */
  readonly lossApprovedBy: string | null;
};

/** Returns the version of the price in force of a SKU; 0 without one. */
export const versionInForce = ({ skus }: Pick<LiveGoods, "skus">, skuId: string): number =>
  skus.find((one) => one.skuId === skuId)?.price?.version ?? 0;

/** Returns the newest version of a SKU's price, in force or not; 0 without one. */
export const newestVersionOf = ({ figures }: Pick<LiveGoods, "figures">, skuId: string): number =>
  figures.find((one) => one.skuId === skuId)?.newest ?? 0;

export const draftPriceOf = (price: Price): DraftPrice => ({
  marketFen: price.marketFen,
  priceFen: price.priceFen,
  levels: { ...price.levels },
  ...(price.pointsPrice === undefined ? {} : { pointsPrice: price.pointsPrice }),
  ...(price.pointsCashFen === undefined ? {} : { pointsCashFen: price.pointsCashFen }),
  costFen: price.costFen,
});

function draftSkuOf(sku: Sku, live: LiveGoods): DraftSku {
  const { skuId, spec, artwork, faceFen, stockMode, lowAlert, quantityMin, quantityMax } = sku;
  return {
    skuId,
    spec,
    ...(artwork === undefined ? {} : { artwork }),
    ...(faceFen === undefined ? {} : { faceFen }),
    stockMode,
    lowAlert,
    quantityMin,
    quantityMax,
    ...(sku.price ? { price: draftPriceOf(sku.price) } : {}),
    priceVersion: versionInForce(live, skuId),
    routes: live.routes
      .filter((route) => route.skuId === skuId)
      .map(({ supplierId, product, costFen }) => ({ supplierId, product, costFen })),
  };
}

const draftContractOf = (contract: FulfilmentContract): BenefitDraft["contract"] => ({
  delivery: contract.delivery,
  usedIn: contract.usedIn,
  form: [...contract.form],
  slaSeconds: contract.slaSeconds,
  refundRule: contract.refundRule,
  ...(contract.refundDays === undefined ? {} : { refundDays: contract.refundDays }),
  ...(contract.validDays === undefined ? {} : { validDays: contract.validDays }),
  lateMoney: contract.lateMoney,
  ...(contract.basedOn === undefined ? {} : { basedOn: contract.basedOn }),
});

const draftBlockOf = (block: DetailBlock): DraftBlock =>
  block.kind === "text" ? block : { kind: "picture", pictureId: block.photo.pictureId };

/** Returns what members see as a draft without changes. */
export function draftOfLive(live: LiveGoods): BenefitDraft {
  const { benefit, skus, saleFrom, saleTo } = live;
  return {
    ...benefit.texts,
    brandCode: benefit.brandCode,
    categoryCode: benefit.categoryCode,
    artwork: benefit.artwork,
    ...(benefit.photo === undefined ? {} : { pictureId: benefit.photo.pictureId }),
    ...(benefit.alsoArtwork === undefined ? {} : { alsoArtwork: benefit.alsoArtwork }),
    tint: benefit.tint,
    ...(benefit.detail.length === 0 ? {} : { detail: benefit.detail.map(draftBlockOf) }),
    searchWords: [...benefit.searchWords],
    regionCodes: [...benefit.regionCodes],
    couponTemplateIds: [...benefit.couponTemplateIds],
    limits: { ...benefit.limits },
    ...(benefit.gradeMin === undefined ? {} : { gradeMin: benefit.gradeMin }),
    ...(saleFrom === null ? {} : { saleFrom }),
    ...(saleTo === null ? {} : { saleTo }),
    sort: benefit.sort,
    contract: draftContractOf(benefit.contract),
    skus: skus.map((sku) => draftSkuOf(sku, live)),
  };
}

/** Returns a draft that is based on the prices in force, whatever versions it was made from. */
export const withPresentPrices = (draft: BenefitDraft, live: LiveGoods): BenefitDraft => ({
  ...draft,
  skus: draft.skus.map((sku) => ({ ...sku, priceVersion: versionInForce(live, sku.skuId) })),
});

/** Returns a draft with every SKU that exists: those it lacks are added as they are. */
export function withLiveSkus(draft: BenefitDraft, live: LiveGoods): BenefitDraft {
  const known = new Set(draft.skus.map(({ skuId }) => skuId));
  const missing = draftOfLive(live).skus.filter(({ skuId }) => !known.has(skuId));
  return { ...draft, skus: [...draft.skus, ...missing] };
}

/** Returns the contract that a draft would be sold under. */
export const contractOfDraft = (
  { contract }: Pick<BenefitDraft, "contract">,
  contractId: string,
): FulfilmentContract => ({
  ...contract,
  contractId,
  refundDays: contract.refundDays,
  validDays: contract.validDays,
});

const isEqual = (left: unknown, right: unknown): boolean => sortedJson(left) === sortedJson(right);

/** JSON with sorted names: the database keeps no order of names. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export const isSameContract = (draft: BenefitDraft, live: LiveGoods): boolean =>
  isEqual(draft.contract, draftContractOf(live.benefit.contract));

/** Returns true when the draft's price of a SKU is the one in force. */
export function isPriceKept(sku: DraftSku, live: LiveGoods): boolean {
  const inForce = live.skus.find(({ skuId }) => skuId === sku.skuId)?.price;
  return isEqual(sku.price, inForce && draftPriceOf(inForce));
}

/** Returns true when any level pays less than the cost. */
export const isDraftBelowCost = ({ price }: Pick<DraftSku, "price">): boolean =>
  price !== undefined && Math.min(price.priceFen, ...Object.values(price.levels)) < price.costFen;

/** What a member fills in before buying; operators choose one of these. */
const phoneField: FormField = {
  name: "account",
  label: "充值手机号",
  kind: "phone",
  placeholder: "请输入充值手机号",
  pattern: "1[3-9]\\d{9}",
  lengthMax: 11,
  wrongText: "请输入正确的 11 位手机号",
};

/** How a new benefit of a delivery kind is used at first. */
const firstUse: Readonly<Record<Delivery, BenefitDraft["contract"]["usedIn"]>> = {
  topup: "account",
  card: "store",
  movie: "cinema",
  coupons: "order",
  meal: "store",
};

/** Returns the first draft of a new benefit: a name, and terms that the operator completes. */
export function firstDraft(named: {
  readonly benefitId: string;
  readonly title: string;
  readonly brandCode: string;
  readonly categoryCode: string;
  readonly delivery: Delivery;
}): BenefitDraft {
  const { benefitId, title, brandCode, categoryCode, delivery } = named;
  const isTopUp = delivery === "topup";
  return {
    title,
    tags: [],
    brandCode,
    categoryCode,
    artwork: "bag",
    tint: "ice",
    searchWords: [],
    regionCodes: [],
    couponTemplateIds: [],
    limits: {},
    sort: 100,
    contract: {
      delivery,
      usedIn: firstUse[delivery],
      form: isTopUp ? [phoneField] : [],
      slaSeconds: isTopUp ? 600 : 60,
      refundRule: "before_code",
      ...(isTopUp ? {} : { refundDays: 30, validDays: 30 }),
      lateMoney: delivery === "movie" ? "refund" : "revive",
    },
    skus: [
      {
        skuId: benefitId,
        spec: "",
        stockMode: "supplier",
        lowAlert: 0,
        quantityMin: 1,
        quantityMax: 10,
        priceVersion: 0,
        routes: [],
      },
    ],
  };
}

/** What operators may always ask members to fill in. */
export const presetFields: readonly FormField[] = [phoneField];

export const isSameField = (one: FormField, other: FormField): boolean => isEqual(one, other);

/** Returns whether a field of the form is one that operators may use: a preset, or one in use. */
export const isKnownField = (field: FormField, live: LiveGoods): boolean =>
  [...presetFields, ...live.benefit.contract.form].some((known) => isEqual(known, field));
