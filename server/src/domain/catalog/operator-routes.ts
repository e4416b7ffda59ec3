/** Maps operators' operations on benefits, brands, categories and search words to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { ImageReencoder } from "../files/actions.ts";
import {
  contractDetail,
  contractForms,
  contractLines,
  createGoods,
  type DraftDeps,
  goodsDetail,
  goodsDiff,
  goodsPage,
  goodsPreview,
  type GoodsReader,
  goodsVersions,
  hotWordLines,
  makePicture,
  namedGroups,
  orderTaxonomy,
  proposeLoss,
  restoreVersion,
  saveDraft,
  scheduledPrices,
  setContract,
  setHotWord,
  setNamed,
  textsOfTerms,
  withdrawPrice,
} from "./actions.ts";

const operatorIdOf = (call: Call): string => memberOf(call).memberId;

export const operatorGoodsRoutes = (
  context: Context,
  db: Db,
  deps: DraftDeps & GoodsReader & { readonly reencoder: ImageReencoder },
): Handlers<"operatorGoods"> => {
  const detailOf = (benefitId: string) => goodsDetail(context, db, deps, benefitId);
  return {
    list: (input) => goodsPage(context, db, input),
    create: async (input, call) => {
      const goods = { ...input, operatorId: operatorIdOf(call) };
      const sinceVersion = await createGoods(context, db, goods);
      return { benefitId: input.benefitId, sinceVersion };
    },
    detail: ({ benefitId }) => detailOf(benefitId),
    saveDraft: async (input, call) => {
      await saveDraft(context, db, deps, { ...input, operatorId: operatorIdOf(call) });
      const detail = await detailOf(input.benefitId);
      const { sinceVersion, draft, checks, preview, savedAt = 0 } = detail;
      return { sinceVersion, draft, checks, preview, savedAt };
    },
    preview: (input) => goodsPreview(context, db, deps, input),
    versions: (input) => goodsVersions(context, db, deps, input),
    diff: async (input) => ({ changes: await goodsDiff(context, db, input) }),
    restore: async (input, call) => {
      const change = { ...input, operatorId: operatorIdOf(call) };
      return { sinceVersion: await restoreVersion(context, db, deps, change) };
    },
    proposeLoss: async (input, call) => ({
      approvalId: await proposeLoss(context, db, { ...input, maker: operatorIdOf(call) }),
    }),
    makePicture: ({ file, ...picture }, call) =>
      makePicture(context, db, deps.reencoder, {
        ...picture,
        bytes: Buffer.from(file, "base64"),
        operatorId: operatorIdOf(call),
      }),
    prices: async ({ benefitId }) => ({
      list: await scheduledPrices(context, db, { benefitId, namesOf: deps.namesOf }),
    }),
    withdrawPrice: async ({ version, ...input }, call) => {
      const operatorId = operatorIdOf(call);
      await withdrawPrice(context, db, { ...input, version: Number(version), operatorId });
      return {};
    },
  };
};

export const operatorTaxonomyRoutes = (context: Context, db: Db): Handlers<"operatorTaxonomy"> => {
  const by = (call: Call) => ({ operatorId: operatorIdOf(call) });
  return {
    brands: () => namedGroups(db, "brand"),
    setBrand: async (input, call) => ({
      version: await setNamed(context, db, "brand", { ...input, ...by(call) }),
    }),
    orderBrands: (input, call) => orderTaxonomy(context, db, "brand", { ...input, ...by(call) }),
    categories: () => namedGroups(db, "category"),
    setCategory: async (input, call) => ({
      version: await setNamed(context, db, "category", { ...input, ...by(call) }),
    }),
    orderCategories: (input, call) =>
      orderTaxonomy(context, db, "category", { ...input, ...by(call) }),
    hotWords: () => hotWordLines(db),
    setHotWord: async (input, call) => ({
      version: await setHotWord(context, db, { ...input, ...by(call) }),
    }),
    orderHotWords: (input, call) =>
      orderTaxonomy(context, db, "hot_word", { ...input, ...by(call) }),
  };
};

export const operatorContractRoutes = (
  context: Context,
  db: Db,
  { namesOf }: Pick<DraftDeps, "namesOf">,
): Handlers<"operatorContracts"> => ({
  list: () => contractLines(db, namesOf),
  forms: async () => ({ list: await contractForms(db) }),
  detail: ({ code }) => contractDetail(db, namesOf, code),
  preview: ({ terms }) => Promise.resolve(textsOfTerms(terms)),
  set: async (input, call) => {
    const change = { ...input, operatorId: operatorIdOf(call) };
    return { version: await setContract(context, db, change, namesOf) };
  },
});
