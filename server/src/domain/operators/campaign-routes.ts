/** Maps operators' operations on campaigns to actions of the coupons module. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { withoutNulls } from "../../platform/http/fields.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type CityOf, shortCityName } from "../catalog/actions.ts";
import {
  campaignDetail,
  campaignMemberPage,
  campaignPage,
  campaignsToday,
  changeCampaign,
  copyCampaign,
  countCampaigns,
  createCampaign,
  type FoundDraft,
  grantToMembers,
  isTemplateGranted,
  packRulesFor,
  pauseCampaign,
  proposeBudget,
  resumeCampaign,
  stopCampaign,
  submitCampaign,
  type TemplateDraft,
} from "../coupons/actions.ts";
import { type CampaignRules, type CouponRules, isPack } from "../coupons/model.ts";
import { memberIdsOf } from "../members/actions.ts";
import { campaignEffect, campaignEffects, tryCoupons } from "../reports/actions.ts";
import { withOperatorNames } from "./actions/read.ts";

type DraftInput = Input<"operatorCampaigns", "create">;

type CouponInput = Omit<DraftInput["rules"], "type" | "parts"> & {
  readonly type: CouponRules["type"];
};

/** The rules of one coupon with the names of their cities. Refuses INPUT_INVALID for a code that is no city's. */
const rulesOf = ({ cities, ...rules }: CouponInput, cityOf: CityOf): CouponRules => {
  if (!cities) return rules;
  const named = [...new Set(cities)].map((code) => {
    const city = cityOf(code);
    if (city?.level !== 2)
      throw new Refusal("INPUT_INVALID", { field: "rules.cities", text: `${code} 不是城市编号` });
    return { code, name: shortCityName(city.name) };
  });
  return { ...(rules as CouponRules), cities: named };
};

/** The rules of one coupon, or those of a pack with copies of its coupons. Refuses INPUT_INVALID. */
async function campaignRulesOf(
  db: Db,
  { type, parts, ...rules }: DraftInput["rules"],
  cityOf: CityOf,
): Promise<CampaignRules> {
  if (type !== "pack") return rulesOf({ ...rules, type }, cityOf);
  if (!parts) throw new Refusal("INPUT_INVALID", { field: "rules.parts", text: "请选券包里的券" });
  return packRulesFor(db, parts);
}

/** The definition as the coupons module stores it, without omitted fields. */
async function draftOf(db: Db, wanted: DraftInput, cityOf: CityOf): Promise<TemplateDraft> {
  const { look, scopeText, tips, useAt, perMember, perDay, claimFrom, claimUntil, ...rest } =
    wanted;
  const { templateId, title, rules, validity, audience, isListed, sort, givenOn } = rest;
  return structuredClone({
    templateId,
    title,
    rules: await campaignRulesOf(db, rules, cityOf),
    validity,
    audience,
    isListed,
    sort,
    looks: { look, scopeText, tips, useAt },
    limits: { perMember, ...(perDay === undefined ? {} : { perDay }) },
    ...(givenOn === undefined ? {} : { givenOn }),
    ...(claimFrom === undefined ? {} : { claimFrom: new Date(claimFrom) }),
    ...(claimUntil === undefined ? {} : { claimUntil: new Date(claimUntil) }),
  }) as TemplateDraft;
}

type Detail = Output<"operatorCampaigns", "detail">;

/** The rules of one coupon as an operator writes them: the reverse of `rulesOf`. */
const ruleInputOf = ({ cities, ...rules }: CouponRules): CouponInput =>
  ({ ...rules, ...(cities && { cities: cities.map(({ code }) => code) }) }) as CouponInput;

/** The definition as an operator writes it: the reverse of `draftOf`. */
function inputOf({ draft, total, budgetFen }: FoundDraft): Detail["draft"] {
  const { looks, limits, claimFrom, claimUntil, rules, ...rest } = draft;
  return {
    ...rest,
    ...looks,
    ...limits,
    rules: isPack(rules)
      ? {
          type: rules.type,
          parts: rules.parts.map(({ templateId, count }) => ({ templateId, count })),
        }
      : ruleInputOf(rules),
    ...(claimFrom === undefined ? {} : { claimFrom: claimFrom.getTime() }),
    ...(claimUntil === undefined ? {} : { claimUntil: claimUntil.getTime() }),
    ...withoutNulls({ total, budgetFen }),
  } as Detail["draft"];
}

const limitsOf = ({ total, budgetFen }: Pick<DraftInput, "total" | "budgetFen">) => ({
  ...(total === undefined ? {} : { total }),
  ...(budgetFen === undefined ? {} : { budgetFen }),
});

type CampaignInput = { readonly templateId: string; readonly reason: string };
type CampaignAction = (
  context: Context,
  db: Db,
  on: { actorId: string; templateId: string; reason: string },
) => Promise<void>;

export function operatorCampaignRoutes(
  context: Context,
  db: Db,
  { cityOf }: { readonly cityOf: CityOf },
): Handlers<"operatorCampaigns"> {
  const moves =
    (move: CampaignAction) =>
    async ({ templateId, reason }: CampaignInput, call: Call) => {
      await move(context, db, { actorId: memberOf(call).memberId, templateId, reason });
      return {};
    };
  return {
    list: async (filter) => {
      const page = await campaignPage(context, db, filter);
      return { ...page, list: await withOperatorNames(db, page.list, ["maker", "checker"]) };
    },
    counts: (filter) => countCampaigns(db, filter),
    effects: async () => ({
      list: await campaignEffects(context, db),
      today: await campaignsToday(db, context.clock.sql()),
    }),
    create: async (wanted, call) => {
      const actorId = memberOf(call).memberId;
      const draft = await draftOf(db, wanted, cityOf);
      await createCampaign(context, db, { actorId, draft, ...limitsOf(wanted) });
      return {};
    },
    simulate: async ({ rules, ...trial }) =>
      tryCoupons(context, db, { ...trial, rules: await campaignRulesOf(db, rules, cityOf) }),
    detail: async ({ templateId }) => {
      const detail = await campaignDetail(context, db, templateId);
      const { found, reason, decidedAt, days, outlook, parts } = detail;
      const [campaign] = await withOperatorNames(db, [detail.campaign], ["maker", "checker"]);
      const effect = await campaignEffect(context, db, templateId);
      return {
        campaign: campaign ?? detail.campaign,
        draft: inputOf(found),
        version: found.version,
        days: [...days],
        effect,
        ...withoutNulls({ reason, decidedAt }),
        ...(outlook ? { outlook } : {}),
        ...(parts
          ? { parts: parts.map((part) => ({ ...part, rules: ruleInputOf(part.rules) })) }
          : {}),
      };
    },
    change: async ({ sinceVersion, ...wanted }, call) => {
      const actorId = memberOf(call).memberId;
      const draft = await draftOf(db, wanted, cityOf);
      const change = { actorId, draft, sinceVersion, ...limitsOf(wanted) };
      return { version: await changeCampaign(context, db, change) };
    },
    copy: async ({ templateId, newId }, call) => {
      await copyCampaign(context, db, { actorId: memberOf(call).memberId, templateId, newId });
      return { templateId: newId };
    },
    submit: moves(submitCampaign),
    pause: moves(pauseCampaign),
    resume: moves(resumeCampaign),
    stop: async ({ templateId, how, reason }, call) => {
      const { memberId: actorId } = memberOf(call);
      await stopCampaign(context, db, { actorId, templateId, how, reason });
      return {};
    },
    members: (wanted) => campaignMemberPage(context, db, wanted),
    proposeBudget: async (wanted, call) => {
      const by = { makerId: memberOf(call).memberId, key: call.key };
      return { approvalId: await proposeBudget(context, db, { ...wanted, ...by }) };
    },
    give: async ({ templateId, ref, reason, ...named }, call) => {
      const memberIds = await memberIdsOf(db, named);
      if (!(await isTemplateGranted(db, templateId)))
        throw new Refusal("NOT_FOUND", { field: "templateId", text: "这个活动没有在发放" });
      const gift = { actorId: memberOf(call).memberId, templateId, memberIds, ref, reason };
      return { given: await grantToMembers(context, db, { ...gift, source: "grant" }) };
    },
  };
}
