/** Maps operators' operations on campaigns to actions of the coupons module. */
import type { Input } from "@yunjing/contract/operations";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { Refusal } from "../../platform/refusal.ts";
import {
  approveCampaign,
  campaignPage,
  createCampaign,
  grantToMembers,
  isTemplateGranted,
  pauseCampaign,
  rejectCampaign,
  resumeCampaign,
  stopCampaign,
  submitCampaign,
  type TemplateDraft,
} from "../coupons/actions.ts";
import { memberIdsOf } from "../members/actions.ts";
import { withOperatorNames } from "./actions/read.ts";

/** The definition as the coupons module stores it, without omitted fields. */
function draftOf(wanted: Input<"operatorCampaigns", "create">): TemplateDraft {
  const {
    look: appearance,
    scopeText,
    tips,
    useAt,
    perMember,
    perDay,
    claimFrom,
    claimUntil,
    ...rest
  } = wanted;
  const { templateId, title, rules, validity, audience, isListed, sort } = rest;
  return structuredClone({
    templateId,
    title,
    rules,
    validity,
    audience,
    isListed,
    sort,
    looks: { look: appearance, scopeText, tips, useAt },
    limits: { perMember, ...(perDay === undefined ? {} : { perDay }) },
    ...(claimFrom === undefined ? {} : { claimFrom: new Date(claimFrom) }),
    ...(claimUntil === undefined ? {} : { claimUntil: new Date(claimUntil) }),
  }) as TemplateDraft;
}

type CampaignInput = { readonly templateId: string; readonly reason: string };
type CampaignAction = (
  context: Context,
  db: Db,
  on: { actorId: string; templateId: string; reason: string },
) => Promise<void>;

export function operatorCampaignRoutes(context: Context, db: Db): Handlers<"operatorCampaigns"> {
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
    create: async (wanted, call) => {
      const { total, budgetFen } = wanted;
      await createCampaign(context, db, {
        actorId: memberOf(call).memberId,
        draft: draftOf(wanted),
        ...(total === undefined ? {} : { total }),
        ...(budgetFen === undefined ? {} : { budgetFen }),
      });
      return {};
    },
    submit: moves(submitCampaign),
    approve: moves(approveCampaign),
    reject: moves(rejectCampaign),
    pause: moves(pauseCampaign),
    resume: moves(resumeCampaign),
    stop: async ({ templateId, how, reason }, call) => {
      const { memberId: actorId } = memberOf(call);
      await stopCampaign(context, db, { actorId, templateId, how, reason });
      return {};
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
