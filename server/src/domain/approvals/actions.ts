/** Proposing and deciding. What is decided happens in the same transaction, or nothing does. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../platform/refusal.ts";
import type { Approval, ApprovalState, Doing } from "./model.ts";
import { insertApproval, putVerdict, readApprovals, takeApproval } from "./store.ts";

/** Writes a proposal down and answers its id; nothing else happens. */
export async function propose(
  context: Context,
  tx: Tx,
  wanted: Pick<Approval, "kind" | "subject" | "payload" | "reason" | "maker">,
): Promise<string> {
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
 * TWO_PERSONS for its maker, and whatever the doing refuses; then it still waits.
 */
export const decide = (
  context: Context,
  db: Db,
  doings: Readonly<Record<string, Doing>>,
  { approvalId, checker, state, reason }: Decision,
): Promise<void> =>
  transaction(db, async (tx) => {
    const approval = await takeApproval(tx, approvalId);
    const doing = approval && doings[approval.kind];
    if (!doing) throw new Refusal("NOT_FOUND");
    if (approval.state !== "waiting") throw new Refusal("STATE_CHANGED");
    if (approval.maker === checker) throw new Refusal("TWO_PERSONS");
    const verdict = { id: approvalId, state, checker, decision: reason };
    invariant(await putVerdict(tx, verdict, context.clock.sql()), "a taken approval waits");
    const decided = { ...approval, state, checker, decision: reason };
    await (state === "approved" ? doing.approved : doing.rejected)?.(context, tx, decided);
  });

/** At most so many of a kind: the waiting ones oldest first, the decided ones newest first. */
export const approvalsOf = (
  db: Db,
  kind: string,
  state: ApprovalState,
  limit = 100,
): Promise<Approval[]> => readApprovals(db, { kind, state, limit });
