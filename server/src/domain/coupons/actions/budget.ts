/** More budget or more coupons for a campaign that runs: proposed by one person, added by another. */
import { countText, yuanText } from "../../../platform/amount-text.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { couponsRaiseLimits } from "../../../sql/coupons.ts";
import { propose, storedKind } from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import { onceForMember } from "../../members/actions.ts";
import { type CampaignFigures, campaignFigures } from "../store/campaigns.ts";
import { campaignEntity } from "./campaigns.ts";

export const CAMPAIGN_BUDGET = "campaign_budget";

/** Money in fen. */
type Raise = {
  readonly templateId: string;
  readonly addFen?: number | undefined;
  /** Coupons, or whole packs. */
  readonly addCoupons?: number | undefined;
  /** True for a campaign of packs. */
  readonly isPack?: true | undefined;
};

/** The payload of a proposal of this kind, which only `proposeBudget` writes. */
const raiseOf = ({ payload }: Approval): Raise => payload as Raise;

async function figuresOf(
  { clock }: Context,
  db: Db | Tx,
  templateId: string,
): Promise<CampaignFigures | undefined> {
  const [figures] = await campaignFigures(db, clock.sql(), { templateId });
  return figures;
}

/** Refuses INPUT_INVALID {field, text} for nothing to add, and for a limit that does not exist. */
function refuseBadRaise(
  { addFen, addCoupons }: Raise,
  { budgetFen, total }: CampaignFigures,
): void {
  if (addFen === undefined && addCoupons === undefined)
    throw new Refusal("INPUT_INVALID", { field: "addFen", text: "请填追加的金额或张数" });
  if (addFen !== undefined && budgetFen === null)
    throw new Refusal("INPUT_INVALID", { field: "addFen", text: "这个活动的预算不限，不用追加" });
  if (addCoupons !== undefined && total === null)
    throw new Refusal("INPUT_INVALID", {
      field: "addCoupons",
      text: "这个活动的张数不限，不用追加",
    });
}

/**
 * Returns the id of a proposal; the same key makes one. Refuses NOT_FOUND, INPUT_INVALID {field,
 * text}, and STATE_CHANGED for a campaign that does not run.
 */
export async function proposeBudget(
  context: Context,
  db: Db,
  wanted: Raise & { readonly makerId: string; readonly key: string; readonly reason: string },
): Promise<string> {
  const { makerId, key, reason, ...raise } = wanted;
  const figures = await figuresOf(context, db, raise.templateId);
  if (!figures) throw new Refusal("NOT_FOUND");
  if (figures.status !== "active" && figures.status !== "paused")
    throw new Refusal("STATE_CHANGED", { text: "活动没有在进行，不能追加" });
  refuseBadRaise(raise, figures);
  const route = "operatorCampaigns.proposeBudget";
  const intent = { memberId: makerId, route, key, body: { ...raise, reason } };
  return onceForMember(context, db, intent, (tx) =>
    propose(context, tx, {
      kind: CAMPAIGN_BUDGET,
      subject: raise.templateId,
      payload: figures.size > 1 ? { ...raise, isPack: true } : raise,
      reason,
      maker: makerId,
      beneficiary: null,
    }),
  );
}

async function raiseLimits(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const { checker, reason } = approval;
  invariant(checker !== null, "an approved proposal has a checker");
  const { templateId, addFen = 0, addCoupons = 0 } = raiseOf(approval);
  if (!(await couponsRaiseLimits(tx, { template: templateId, addFen, addCoupons })))
    throw new Refusal("STATE_CHANGED", { text: "活动没有在进行，不能追加" });
  await writeHistoryEntry(context, tx, {
    memberId: checker,
    entity: "coupon_template",
    entityId: campaignEntity(templateId),
    name: "limits raised",
    actor: { kind: "operator", id: checker },
    reason,
    data: { templateId, addFen, addCoupons },
  });
}

export const budgetHandler: ApprovalHandler = { onApproved: raiseLimits };

const moneyText = (fen: number | null): string => (fen === null ? "不限" : yuanText(fen));
/** A number of coupons, or of packs. */
const couponsText = (count: number | null, isPack = false): string =>
  count === null ? "不限" : `${countText(count)} ${isPack ? "份" : "张"}`;

/** Raised limits in the approvals inbox. */
export const budgetApprovals = storedKind({
  kind: CAMPAIGN_BUDGET,
  permissions: ["campaigns:approve"],
  handler: budgetHandler,
  headlines: async (_context, _db, approvals) =>
    approvals.map((approval) => {
      const { templateId, addFen = null, addCoupons = 0, isPack } = raiseOf(approval);
      const title = addFen === null ? `追加 ${couponsText(addCoupons, isPack)}` : "追加活动预算";
      return { title, subject: templateId, amountFen: addFen };
    }),
  detail: async (context, db, approval) => {
    const { templateId, addFen, addCoupons, isPack } = raiseOf(approval);
    const figures = await figuresOf(context, db, templateId);
    const budgetFen = figures?.budgetFen == null ? null : Number(figures.budgetFen);
    const total = figures?.total == null ? null : figures.total / figures.size;
    const raised = (before: number | null, add: number | undefined): number | null =>
      before === null ? null : before + (add ?? 0);
    const budget = {
      field: "预算",
      before: moneyText(budgetFen),
      after: moneyText(raised(budgetFen, addFen)),
    };
    const coupons = {
      field: "张数",
      before: couponsText(total, isPack),
      after: couponsText(raised(total, addCoupons), isPack),
    };
    const isRunning = figures?.status === "active" || figures?.status === "paused";
    return {
      changes: [
        ...(addFen === undefined ? [] : [budget]),
        ...(addCoupons === undefined ? [] : [coupons]),
      ],
      postings: [],
      checks: [{ text: isRunning ? "活动在进行" : "活动没有在进行", isGood: isRunning }],
    };
  },
});
