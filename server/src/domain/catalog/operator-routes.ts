/** Maps operators' operations on benefits, brands, categories and search words to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type AuditedState, type Call, memberOf, recordChange } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  createGoods,
  type DraftDeps,
  goodsDetail,
  goodsDiff,
  goodsPage,
  type GoodsReader,
  goodsVersions,
  hotWordLine,
  hotWordLines,
  namedGroup,
  namedGroups,
  orderTaxonomy,
  proposeLoss,
  restoreVersion,
  saveDraft,
  setHotWord,
  setNamed,
} from "./actions.ts";

const operatorIdOf = (call: Call): string => memberOf(call).memberId;

export const operatorGoodsRoutes = (
  context: Context,
  db: Db,
  deps: DraftDeps & GoodsReader,
): Handlers<"operatorGoods"> => {
  const detailOf = (benefitId: string) => goodsDetail(context, db, deps, benefitId);
  /** What the audit says of a draft: its version, and what it says now. */
  const draftOf = (benefitId: string) => async (): Promise<AuditedState> => {
    const { sinceVersion, isDraftOpen, draft } = await detailOf(benefitId);
    return { object: benefitId, state: { sinceVersion, isDraftOpen, draft } };
  };
  return {
    list: (input) => goodsPage(context, db, input),
    create: async (input, call) => {
      const goods = { ...input, operatorId: operatorIdOf(call) };
      const sinceVersion = await createGoods(context, db, goods);
      call.noteChange?.({ object: input.benefitId, after: { ...input } });
      return { benefitId: input.benefitId, sinceVersion };
    },
    detail: ({ benefitId }) => detailOf(benefitId),
    saveDraft: async (input, call) => {
      const { benefitId } = input;
      const change = { ...input, operatorId: operatorIdOf(call) };
      const save = () => saveDraft(context, db, deps, change);
      await recordChange(call, draftOf(benefitId), save);
      const { sinceVersion, draft, checks, preview, savedAt = 0 } = await detailOf(benefitId);
      return { sinceVersion, draft, checks, preview, savedAt };
    },
    versions: (input) => goodsVersions(context, db, deps, input),
    diff: async (input) => ({ changes: await goodsDiff(context, db, input) }),
    restore: async (input, call) => {
      const change = { ...input, operatorId: operatorIdOf(call) };
      const restore = () => restoreVersion(context, db, deps, change);
      return { sinceVersion: await recordChange(call, draftOf(input.benefitId), restore) };
    },
    proposeLoss: async (input, call) => {
      const approvalId = await proposeLoss(context, db, { ...input, maker: operatorIdOf(call) });
      call.noteChange?.({ object: input.benefitId, after: { approvalId } });
      return { approvalId: `benefit_loss.${approvalId}` };
    },
  };
};

export const operatorTaxonomyRoutes = (context: Context, db: Db): Handlers<"operatorTaxonomy"> => {
  const named = (table: "brand" | "category", code: string) => async () => {
    const row = await namedGroup(db, table, code);
    return row && { object: code, state: { ...row } };
  };
  const word = (text: string) => async () => {
    const row = await hotWordLine(db, text);
    return row && { object: text, state: { ...row } };
  };
  const by = (call: Call) => ({ operatorId: operatorIdOf(call) });
  return {
    brands: () => namedGroups(db, "brand"),
    setBrand: async (input, call) => {
      const set = () => setNamed(context, db, "brand", { ...input, ...by(call) });
      return { version: await recordChange(call, named("brand", input.code), set) };
    },
    orderBrands: (input, call) => orderTaxonomy(context, db, "brand", { ...input, ...by(call) }),
    categories: () => namedGroups(db, "category"),
    setCategory: async (input, call) => {
      const set = () => setNamed(context, db, "category", { ...input, ...by(call) });
      return { version: await recordChange(call, named("category", input.code), set) };
    },
    orderCategories: (input, call) =>
      orderTaxonomy(context, db, "category", { ...input, ...by(call) }),
    hotWords: () => hotWordLines(db),
    setHotWord: async (input, call) => {
      const set = () => setHotWord(context, db, { ...input, ...by(call) });
      return { version: await recordChange(call, word(input.word), set) };
    },
    orderHotWords: (input, call) =>
      orderTaxonomy(context, db, "hot_word", { ...input, ...by(call) }),
  };
};
