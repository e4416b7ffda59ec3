/** Valid inputs that name no existing object, for the operations on benefits, brands and categories. */
import type { Input, Name } from "@yunjing/contract/operations";
import type { BenefitDraft } from "@yunjing/contract/schemas/operators/goods";

const reason = "试一试";
const etag = "0".repeat(32);
export const named = {
  name: "没有",
  artwork: "bag",
  tint: "ice",
  aliases: [],
  isOn: true,
  sinceVersion: 7,
  reason,
};
export const benefitDraft: BenefitDraft = {
  title: "新品",
  tags: [],
  brandCode: "nothing",
  categoryCode: "nothing",
  artwork: "bag",
  tint: "ice",
  searchWords: [],
  regionCodes: [],
  couponTemplateIds: [],
  limits: {},
  sort: 1,
  contract: {
    delivery: "card",
    usedIn: "store",
    form: [],
    slaSeconds: 60,
    refundRule: "never",
    lateMoney: "revive",
  },
  skus: [],
};

type Topic = "operatorGoods" | "operatorTaxonomy";
type Inputs = { readonly [T in Topic]: { readonly [N in Name<T>]: Input<T, N> } };

export const goodsInputs: Inputs = {
  operatorGoods: {
    list: {},
    create: {
      benefitId: "new-benefit",
      title: "新品",
      brandCode: "nothing",
      categoryCode: "nothing",
      delivery: "card",
    },
    detail: { benefitId: "nothing" },
    saveDraft: { benefitId: "nothing", sinceVersion: 0, draft: benefitDraft },
    preview: { benefitId: "nothing", draft: benefitDraft },
    versions: { benefitId: "nothing" },
    diff: { benefitId: "nothing" },
    makePicture: { file: "AAAA", crop: { x: 0, y: 0, width: 1, height: 1 }, alt: "咖啡" },
    prices: { benefitId: "nothing" },
    withdrawPrice: { skuId: "nothing", version: "2", reason },
    restore: { benefitId: "nothing", version: 1, sinceVersion: 0, reason },
    proposeLoss: { benefitId: "nothing", sinceVersion: 1, lossUntil: 4_000_000_000_000, reason },
  },
  operatorTaxonomy: {
    brands: {},
    setBrand: { code: "nothing", ...named },
    orderBrands: { keys: ["nothing"], etag, reason },
    categories: {},
    setCategory: { code: "nothing", ...named },
    orderCategories: { keys: ["nothing"], etag, reason },
    hotWords: {},
    setHotWord: { word: "没有", isNew: false, isOn: true, sinceVersion: 7, reason },
    orderHotWords: { keys: ["没有"], etag, reason },
  },
};
