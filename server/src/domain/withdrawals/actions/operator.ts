/**
 * Operators' decisions on withdrawals, each with a reason; the database enforces the two-person
 * approval.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { type OperatorProof, requireProof } from "../../approvals/actions.ts";
import { isSent, type WithdrawalState } from "../lifecycle.ts";
import { newOutBillNo, type Withdrawal } from "../model.ts";
import type { PayoutChannel } from "../port.ts";
import { callApprove, callReturn, findWithdrawal, findKeyByWithdrawalNo } from "../store.ts";
import { refreshWithdrawal } from "./send.ts";

export type WithdrawalDecision = {
  readonly withdrawalNo: string;
  /** The operator's id. */
  readonly actor: string;
  readonly reason: string;
};

export type WithdrawalApproval = WithdrawalDecision & OperatorProof;

async function byNo(db: Db | Tx, withdrawalNo: string): Promise<Withdrawal> {
  const key = await findKeyByWithdrawalNo(db, withdrawalNo);
  const withdrawal = key && (await findWithdrawal(db, key));
  if (!withdrawal) throw new Refusal("NOT_FOUND");
  return withdrawal;
}

/** Returns the state of a withdrawal, as the audit records it. */
export async function withdrawalStateOf(
  db: Db,
  withdrawalNo: string,
): Promise<AuditedState | undefined> {
  const key = await findKeyByWithdrawalNo(db, withdrawalNo);
  const withdrawal = key && (await findWithdrawal(db, key));
  if (!withdrawal) return undefined;
  const { state, amountFen } = withdrawal;
  return { object: withdrawalNo, state: { state, amountFen } };
}

const approve = (
  context: Context,
  tx: Tx,
  withdrawal: Withdrawal,
  decision: WithdrawalDecision,
) => {
  const { ids, settings, clock, random } = context;
  const by = {
    reviewer: decision.actor,
    reason: decision.reason,
    limitFen: settings.withdrawTwoPersonsFen,
    eventId: ids.next(),
    messageId: ids.next(),
    outBillNo: newOutBillNo(random),
  };
  return callApprove(tx, withdrawal, by, clock.sql());
};

/**
 * Approves a waiting withdrawal; above `withdrawTwoPersonsFen` it returns `first`, and waits 24
 * hours for a second operator. Refuses NOT_FOUND, STATE_CHANGED, TWO_PERSONS, OWN_ACCOUNT, and
 * STEP_UP_NEEDED for money above `operatorProofAboveFen` without a proof.
 */
export const approveWithdrawal = (
  context: Context,
  db: Db | Tx,
  decision: WithdrawalApproval,
): Promise<"first" | WithdrawalState> =>
  transaction(db, async (tx) => {
    const withdrawal = await byNo(tx, decision.withdrawalNo);
    requireProof(context, decision, withdrawal.amountFen);
    return approve(context, tx, withdrawal, decision);
  });

export type Outcome = { readonly withdrawalNo: string; readonly outcome: string };

/** Returns the sum, in fen, of those of a list that `approveMany` would approve. */
async function sumToApprove(
  { settings }: Context,
  db: Db,
  withdrawalNos: ReadonlySet<string>,
): Promise<number> {
  let sumFen = 0;
  for (const withdrawalNo of withdrawalNos) {
    const key = await findKeyByWithdrawalNo(db, withdrawalNo);
    const withdrawal = key && (await findWithdrawal(db, key));
    if (withdrawal?.state === "REVIEWING" && withdrawal.amountFen <= settings.withdrawAutoFen) {
      sumFen += withdrawal.amountFen;
    }
  }
  return sumFen;
}

/**
 * Approves each of a list that is within the automatic limit; larger ones wait for an individual
 * approval. Refuses STEP_UP_NEEDED without a proof when their sum is above `operatorProofAboveFen`.
 */
export async function approveMany(
  context: Context,
  db: Db,
  {
    withdrawalNos,
    ...by
  }: Omit<WithdrawalApproval, "withdrawalNo"> & { readonly withdrawalNos: readonly string[] },
): Promise<Outcome[]> {
  const wanted = new Set(withdrawalNos);
  requireProof(context, by, await sumToApprove(context, db, wanted));
  const outcomes: Outcome[] = [];
  for (const withdrawalNo of wanted) {
    const decided = transaction(db, async (tx) => {
      const withdrawal = await byNo(tx, withdrawalNo);
      if (withdrawal.amountFen > context.settings.withdrawAutoFen) return "over_limit";
      await approve(context, tx, withdrawal, { ...by, withdrawalNo });
      return "approved";
    });
    const outcome = await decided.catch((error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    });
    outcomes.push({ withdrawalNo, outcome });
  }
  return outcomes;
}

/**
 * Rejects it, with the reason that the member reads; the money is returned at once. Refuses
 * NOT_FOUND, STATE_CHANGED, and INPUT_INVALID {reason} for words that members must not read.
 */
export const rejectWithdrawal = (
  context: Context,
  db: Db | Tx,
  { withdrawalNo, actor, reason }: WithdrawalDecision,
): Promise<void> =>
  transaction(db, async (tx) => {
    refuseInducement("reason", reason);
    const withdrawal = await byNo(tx, withdrawalNo);
    const { ids, clock } = context;
    const by = {
      to: "REJECTED",
      actorKind: "operator",
      actor,
      reason,
      eventId: ids.next(),
      txnId: ids.next(),
    } as const;
    if (!(await callReturn(tx, withdrawal, by, clock.sql()))) throw new Refusal("STATE_CHANGED");
    const { ownerId: memberId, id: ref, amountFen } = withdrawal;
    const data = { withdrawalNo, amountFen };
    await publishEvent(context, tx, { memberId, kind: "withdrawal.failed", ref, data });
  });

/** Records an operator's action on a transfer under way, before the action itself. */
async function recordOperatorEvent(
  context: Context,
  db: Db,
  name: "retried" | "recalled",
  { withdrawalNo, actor, reason }: WithdrawalDecision,
): Promise<Withdrawal> {
  const withdrawal = await byNo(db, withdrawalNo);
  const { ownerId: memberId, id: entityId, state } = withdrawal;
  if (!isSent(state)) throw new Refusal("STATE_CHANGED");
  await transaction(db, (tx) =>
    writeHistoryEntry(context, tx, {
      memberId,
      entity: "withdrawal",
      entityId,
      name,
      from: state,
      to: state,
      reason,
      actor: { kind: "operator", id: actor },
    }),
  );
  return withdrawal;
}

/**
 * Queries the channel now, under the same number; returns the state. Refuses NOT_FOUND,
 * STATE_CHANGED.
 */
export async function retryWithdrawal(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  decision: WithdrawalDecision,
): Promise<WithdrawalState> {
  const withdrawal = await recordOperatorEvent(context, db, "retried", decision);
  const after = await refreshWithdrawal(context, db, channel, withdrawal);
  return after?.state ?? withdrawal.state;
}

/**
 * Requests the channel to cancel a transfer that its member has not confirmed; the state changes
 * only with the channel's status update. Refuses NOT_FOUND, STATE_CHANGED.
 */
export async function recallWithdrawal(
  context: Context,
  db: Db,
  channel: PayoutChannel,
  decision: WithdrawalDecision,
): Promise<WithdrawalState> {
  const withdrawal = await recordOperatorEvent(context, db, "recalled", decision);
  const { outBillNo } = withdrawal;
  if (outBillNo !== null && withdrawal.pollCount > 0) await channel.cancel(outBillNo);
  const after = await refreshWithdrawal(context, db, channel, withdrawal);
  return after?.state ?? withdrawal.state;
}
