/**
 * A publication below cost: one person proposes it with an end, another agrees, and the draft is
 * published in the transaction of the approval.
 */
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../../platform/refusal.ts";
import { propose } from "../../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../../approvals/model.ts";
import { faultsOf } from "../../model/draft-checks.ts";
import { lockGoods } from "../../store/drafts.ts";
import { checksOf, draftState } from "./draft-state.ts";
import { publishDraft, refuseFaults } from "./publish-draft.ts";

export const LOSS_KIND = "benefit_loss";
const LOSS_MS_MAX = 7 * 86_400_000;

type LossPayload = {
  readonly benefitId: string;
  readonly sinceVersion: number;
  /** ms */
  readonly lossUntil: number;
};

type LossProposal = LossPayload & { readonly maker: string; readonly reason: string };

/** The payload of a proposal of this kind, which only `proposeLoss` writes. */
export const lossOf = ({ payload }: Pick<Approval, "payload">): LossPayload =>
  payload as LossPayload;

/**
 * Returns the id of a proposal to publish a draft below cost. Refuses NOT_FOUND, STATE_CHANGED for
 * another or a past draft and when nothing in it is below cost, INPUT_INVALID for an end that is past
 * or later than seven days, and PUBLISH_DENIED for all that is missing besides.
 */
export const proposeLoss = (
  context: Context,
  db: Db,
  { maker, reason, ...payload }: LossProposal,
): Promise<string> =>
  transaction(db, async (tx) => {
    const { benefitId, sinceVersion, lossUntil } = payload;
    const nowMs = context.clock.now().getTime();
    if (lossUntil <= nowMs || lossUntil > nowMs + LOSS_MS_MAX)
      throw new Refusal("INPUT_INVALID", { field: "lossUntil" });
    if ((await lockGoods(tx, benefitId)) === undefined) throw new Refusal("NOT_FOUND");
    const state = await draftState(context, tx, benefitId);
    if (!state.stored?.isOpen || state.stored.version !== sinceVersion)
      throw new Refusal("STATE_CHANGED");
    const checks = await checksOf(context, tx, state);
    refuseFaults(faultsOf(checks, { isLossAgreed: true }));
    if (faultsOf(checks, { isLossAgreed: false }).length === 0) throw new Refusal("STATE_CHANGED");
    return propose(context, tx, {
      kind: LOSS_KIND,
      subject: benefitId,
      payload,
      reason,
      maker,
      beneficiary: null,
    });
  });

/** Publishes the proposed draft; refuses STATE_CHANGED when it has changed or its end is past. */
async function publishAgreed(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const { maker, checker, reason } = approval;
  invariant(checker !== null, "an approved proposal has a checker");
  const { lossUntil, ...draft } = lossOf(approval);
  if (lossUntil <= context.clock.now().getTime()) throw new Refusal("STATE_CHANGED");
  const loss = { approvedBy: checker, until: lossUntil };
  await publishDraft(context, tx, { ...draft, operatorId: maker, reason, loss });
}

export const lossHandler: ApprovalHandler = { onApproved: publishAgreed };
