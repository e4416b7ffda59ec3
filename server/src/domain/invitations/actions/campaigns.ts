/** Operators' actions on campaigns. A rule never changes: a new version applies to new bindings. */
import type { InviteCampaign } from "@yunjing/contract/schemas/operators/invitations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { isTemplateGranted } from "../../coupons/actions.ts";
import type { Gift } from "../model.ts";
import {
  type CampaignDraft,
  campaignsOf,
  changeBudget,
  insertCampaign,
  insertRule,
  updateCampaign,
} from "../store/operator.ts";

async function refuseInvalidDraft(
  db: Db,
  { name, startsAt, endsAt, inviter, invitee }: CampaignDraft,
) {
  if (endsAt <= startsAt)
    throw new Refusal("INPUT_INVALID", { field: "endsAt", text: "结束要晚于开始，请重选" });
  // WeChat forbids such texts in shared content (features.md I13). The texts of the rules need no
  // check: they are our own.
  refuseInducement("name", name);
  for (const [side, gift] of Object.entries({ inviter, invitee })) {
    if (gift.kind === "coupon" && !(await isTemplateGranted(db, gift.templateId)))
      throw new Refusal("INPUT_INVALID", {
        field: `${side}.templateId`,
        text: "没有这个券，或活动没有在发放，请核对编号",
      });
  }
}

/**
 * Refuses INPUT_INVALID: an end before the start, a name that induces sharing, a coupon that is not
 * available.
 */
export async function createCampaign(
  context: Context,
  db: Db,
  draft: CampaignDraft,
  campaignId: string = context.ids.next(),
): Promise<string> {
  await refuseInvalidDraft(db, draft);
  await transaction(db, async (tx) => {
    await insertCampaign(tx, campaignId, draft);
    await insertRule(tx, { campaignId, version: 1, draft, now: context.clock.sql() });
  });
  return campaignId;
}

const isSame = (a: Gift, b: Gift): boolean =>
  JSON.stringify(sortedEntries(a)) === JSON.stringify(sortedEntries(b));
const sortedEntries = (gift: Gift) => Object.entries(gift).sort(([a], [b]) => (a < b ? -1 : 1));

async function changeRule(
  context: Context,
  tx: Tx,
  was: InviteCampaign,
  draft: CampaignDraft,
): Promise<void> {
  const { campaignId, version } = was;
  if (
    isSame(was.inviter, draft.inviter) &&
    isSame(was.invitee, draft.invitee) &&
    was.monthCap === draft.monthCap
  )
    return;
  const rule = { campaignId, version: version + 1, draft, now: context.clock.sql() };
  if (!(await insertRule(tx, rule))) throw new Refusal("STATE_CHANGED");
}

export type CampaignChange = CampaignDraft & {
  readonly campaignId: string;
  readonly isOn: boolean;
  readonly sinceVersion: number;
};

/**
 * Refuses NOT_FOUND, INPUT_INVALID, and STATE_CHANGED for a newer version or a budget below the
 * amount already spent.
 */
export async function changeCampaign(
  context: Context,
  db: Db,
  { campaignId, sinceVersion, ...change }: CampaignChange,
): Promise<void> {
  await refuseInvalidDraft(db, change);
  await transaction(db, async (tx) => {
    const [was] = await campaignsOf(tx, campaignId);
    if (!was) throw new Refusal("NOT_FOUND");
    if (was.version !== sinceVersion) throw new Refusal("STATE_CHANGED");
    await changeRule(context, tx, was, change);
    await updateCampaign(tx, campaignId, change);
    const byFen = change.budgetFen - was.budgetFen;
    if (byFen !== 0 && !(await changeBudget(tx, campaignId, byFen)))
      throw new Refusal("STATE_CHANGED");
  });
}

export const listCampaigns = (db: Db): Promise<InviteCampaign[]> => campaignsOf(db);
