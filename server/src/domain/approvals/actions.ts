/** Proposing and deciding. What is decided happens in the same transaction, or nothing does. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import {
  type Approval,
  type ApprovalState,
  type ApprovalHandler,
  refuseOwnAccount,
} from "./model.ts";
import {
  insertApproval,
  recordDecision,
  readApprovals,
  readOpenApprovals,
  lockApproval,
} from "./store.ts";

export { refuseOwnAccount } from "./model.ts";

/** Writes a proposal down and answers its id; nothing else happens. Refuses OWN_ACCOUNT to its beneficiary. */
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
 * Decides a proposal of one of the kinds in `doings`. Refuses NOT_FOUND, STATE_CHANGED when it was decided before,
 * APPROVAL_EXPIRED after its 24 hours, TWO_PERSONS for its maker, OWN_ACCOUNT for its beneficiary, and whatever the
 * doing refuses; then it still waits.
 */
export const decideApproval = (
  context: Context,
  db: Db,
  doings: Readonly<Record<string, ApprovalHandler>>,
  { approvalId, checker, state, reason }: Decision,
): Promise<void> =>
  transaction(db, async (tx) => {
    const now = context.clock.sql();
    const approval = await lockApproval(tx, approvalId, now);
    const doing = approval && ownValue(doings, approval.kind);
    if (!doing) throw new Refusal("NOT_FOUND");
    if (approval.state === "expired") throw new Refusal("APPROVAL_EXPIRED");
    if (approval.state !== "waiting") throw new Refusal("STATE_CHANGED");
    if (approval.maker === checker) throw new Refusal("TWO_PERSONS");
    if (approval.beneficiary !== null) refuseOwnAccount(checker, approval.beneficiary);
    const verdict = { id: approvalId, state, checker, decision: reason };
    invariant(await recordDecision(tx, verdict, now), "a taken approval waits");
    const decided = { ...approval, state, checker, decision: reason };
    await (state === "approved" ? doing.onApproved : doing.onRejected)?.(context, tx, decided);
  });

/** At most so many of a kind: the waiting ones oldest first, the decided and expired ones newest first. */
export const approvalsOf = (
  { clock }: Context,
  db: Db,
  { kind, state, limit = 100 }: Pick<Approval, "kind"> & { state: ApprovalState; limit?: number },
): Promise<Approval[]> => readApprovals(db, { kind, state, limit, now: clock.sql() });

/** What a list of waiting proposals shows: at most so many that wait, or expired in the last seven days; oldest first. */
export const openApprovalsOf = (
  { clock }: Context,
  db: Db,
  { kind, limit = 100 }: Pick<Approval, "kind"> & { limit?: number },
): Promise<Approval[]> => readOpenApprovals(db, { kind, limit, now: clock.sql() });
