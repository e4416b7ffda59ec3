/**
 * Creates and decides proposals (two-person approval). The decision and its effect are in the same
 * transaction.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import type { ApprovalState } from "../lifecycle.ts";
import { type Approval, type ApprovalHandler, refuseOwnAccount } from "../model.ts";
import {
  insertApproval,
  recordDecision,
  recordWithdrawal,
  readApprovals,
  readOpenApprovals,
  lockApproval,
} from "../store.ts";

/**
 * Stores a proposal and returns its id; it has no other effect. Refuses OWN_ACCOUNT for its
 * beneficiary.
 */
export async function propose(
  context: Context,
  tx: Tx,
  wanted: Pick<Approval, "kind" | "subject" | "payload" | "reason" | "maker" | "beneficiary">,
): Promise<string> {
  if (wanted.beneficiary !== null) refuseOwnAccount(wanted.maker, wanted.beneficiary);
  const id = context.ids.next();
  await insertApproval(tx, { ...wanted, id }, context.clock.sql());
  return id;
}

export type Decision = {
  readonly approvalId: string;
  readonly checker: string;
  readonly state: "approved" | "rejected";
  readonly reason: string;
};

/**
 * Decides a proposal of one of the kinds in `doings`. Refuses NOT_FOUND, STATE_CHANGED when it is
 * already decided, APPROVAL_EXPIRED after its 24 hours, TWO_PERSONS for its maker, OWN_ACCOUNT for
 * its beneficiary, and every refusal of the kind's handler; the proposal then remains waiting.
 */
export const decideApproval = (
  context: Context,
  db: Db | Tx,
  handlers: Readonly<Record<string, ApprovalHandler>>,
  { approvalId, checker, state, reason }: Decision,
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = context.clock.sql();
    const approval = await lockApproval(tx, approvalId, now);
    const handler = approval && ownValue(handlers, approval.kind);
    if (!handler) throw new Refusal("NOT_FOUND");
    if (approval.state === "expired") throw new Refusal("APPROVAL_EXPIRED");
    if (approval.state !== "waiting") throw new Refusal("STATE_CHANGED");
    if (approval.maker === checker) throw new Refusal("TWO_PERSONS");
    if (approval.beneficiary !== null) refuseOwnAccount(checker, approval.beneficiary);
    const decision = { id: approvalId, state, checker, decision: reason };
    invariant(await recordDecision(tx, decision, now), "a locked approval is waiting");
    const decided = { ...approval, state, checker, decision: reason };
    await (state === "approved" ? handler.onApproved : handler.onRejected)?.(context, tx, decided);
  });

/**
 * The maker takes a waiting proposal back; what it had reserved is free again, as after a rejection.
 * Refuses NOT_FOUND to all others, STATE_CHANGED and APPROVAL_EXPIRED.
 */
export const withdrawApproval = (
  context: Context,
  db: Db | Tx,
  handler: ApprovalHandler,
  { approvalId, maker, reason }: { approvalId: string; maker: string; reason: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = context.clock.sql();
    const approval = await lockApproval(tx, approvalId, now);
    if (approval?.maker !== maker) throw new Refusal("NOT_FOUND");
    if (approval.state === "expired") throw new Refusal("APPROVAL_EXPIRED");
    if (approval.state !== "waiting") throw new Refusal("STATE_CHANGED");
    invariant(await recordWithdrawal(tx, { id: approvalId, reason }, now), "a locked one waits");
    await handler.onRejected?.(context, tx, { ...approval, state: "withdrawn", decision: reason });
  });

/**
 * Returns at most the given number of a kind: waiting ones oldest first, decided and expired ones
 * newest first.
 */
export const approvalsOf = (
  { clock }: Context,
  db: Db,
  { kind, state, limit = 100 }: Pick<Approval, "kind"> & { state: ApprovalState; limit?: number },
): Promise<Approval[]> => readApprovals(db, { kind, state, limit, now: clock.sql() });

/**
 * Returns the proposals that a list of open ones shows: waiting, or expired in the last seven days;
 * oldest first, at most the given number.
 */
export const openApprovalsOf = (
  { clock }: Context,
  db: Db | Tx,
  {
    kind,
    subject,
    limit = 100,
  }: Pick<Approval, "kind"> & { readonly subject?: string; readonly limit?: number },
): Promise<Approval[]> => readOpenApprovals(db, { kind, subject, limit, now: clock.sql() });
