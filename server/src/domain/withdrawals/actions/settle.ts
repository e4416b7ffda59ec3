/**
 * Settles a transfer that the channel no longer answers for: one operator proposes the result,
 * another approves it.
 */
import type { Settlement } from "@yunjing/contract/schemas/operators/withdrawals";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  decideApproval,
  openApprovalsOf,
  propose,
  refuseOwnAccount,
} from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import { memberLabels } from "../../members/actions.ts";
import { isSent } from "../lifecycle.ts";
import type { Withdrawal } from "../model.ts";
import { callApply, findWithdrawal, findKeyByWithdrawalNo } from "../store.ts";
import { POSTING_TITLE } from "../texts.ts";
import type { WithdrawalDecision } from "./operator.ts";

export const SETTLE = "withdrawal_settle" as const;
type Found = Settlement["found"];
export const foundOf = ({ payload }: Approval): Found =>
  payload["found"] === "paid" ? "paid" : "failed";

/**
 * Returns a sent transfer that is too old for the channel's answer. Refuses NOT_FOUND;
 * STATE_CHANGED while the channel still answers.
 */
async function findUnanswered(context: Context, tx: Tx, withdrawalNo: string): Promise<Withdrawal> {
  const key = await findKeyByWithdrawalNo(tx, withdrawalNo);
  const withdrawal = key && (await findWithdrawal(tx, key));
  if (!withdrawal) throw new Refusal("NOT_FOUND");
  const ageMs = context.clock.now().getTime() - (withdrawal.sentAt ?? Number.POSITIVE_INFINITY);
  const isForgotten = isSent(withdrawal.state) && ageMs >= context.settings.payoutKnownMs;
  if (!isForgotten) throw new Refusal("STATE_CHANGED");
  return withdrawal;
}

/** Applies an approved result to the transfer. */
export const settlementHandler: ApprovalHandler = {
  async onApproved(context, tx, approval) {
    const withdrawal = await findUnanswered(context, tx, approval.subject);
    refuseOwnAccount(approval.maker, withdrawal.ownerId);
    refuseOwnAccount(approval.checker ?? "", withdrawal.ownerId);
    const isPaid = foundOf(approval) === "paid";
    const { ids, clock } = context;
    const update = {
      state: isPaid ? "success" : "failed",
      amountFen: null,
      transferNo: null,
      package: null,
      title: POSTING_TITLE,
      eventId: ids.next(),
      txnId: ids.next(),
      ...(isPaid ? {} : { code: "SETTLED", reason: "经核实未到账" }),
    } as const;
    const { change } = await callApply(tx, withdrawal, update, clock.sql());
    if (change !== "success" && change !== "returned") throw new Refusal("STATE_CHANGED");
    await writeHistoryEntry(context, tx, {
      memberId: withdrawal.ownerId,
      entity: "withdrawal",
      entityId: withdrawal.id,
      name: "settled",
      from: withdrawal.state,
      reason: approval.reason,
      actor: { kind: "operator", id: approval.checker ?? "" },
      data: { approvalId: approval.id, maker: approval.maker },
    });
  },
};

/**
 * Proposes a result; nothing moves until another operator approves. Refuses NOT_FOUND,
 * STATE_CHANGED, OWN_ACCOUNT.
 */
export const proposeSettlement = (
  context: Context,
  db: Db,
  { withdrawalNo, actor: maker, reason, found }: WithdrawalDecision & { readonly found: Found },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { ownerId: beneficiary } = await findUnanswered(context, tx, withdrawalNo);
    const proposal = { kind: SETTLE, subject: withdrawalNo, payload: { found }, reason, maker };
    return propose(context, tx, { ...proposal, beneficiary });
  });

/**
 * Refuses NOT_FOUND, STATE_CHANGED, APPROVAL_EXPIRED, OWN_ACCOUNT, and TWO_PERSONS for the operator
 * who proposed it.
 */
export const decideSettlement = (
  context: Context,
  db: Db,
  decision: Parameters<typeof decideApproval>[3],
): Promise<void> => decideApproval(context, db, { [SETTLE]: settlementHandler }, decision);

/** Lists proposals that wait for a second operator, or are expired; oldest first. */
export async function settlementsOf(context: Context, db: Db): Promise<Settlement[]> {
  const open = await openApprovalsOf(context, db, { kind: SETTLE });
  const labels = await memberLabels(
    db,
    open.map(({ maker }) => maker),
  );
  return open.map((approval) => {
    const { id: approvalId, subject: withdrawalNo, state } = approval;
    const { reason, maker, createdAt, expiresAt } = approval;
    const isExpired = state === "expired";
    const found = foundOf(approval);
    const makerName = labels.get(maker)?.nickname ?? "";
    const proposed = { approvalId, withdrawalNo, found, reason, maker, makerName };
    return { ...proposed, createdAt, expiresAt, isExpired };
  });
}
