/** Gives a case to an operator, and keeps what operators say about it. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { changeAssignee, refuseOwnAccount } from "../../approvals/actions.ts";
import { insertCaseNote } from "../store/notes.ts";
import { caseObject } from "../store/operator.ts";
import { readCaseView } from "./operator.ts";

export type CaseAssignment = {
  readonly caseId: string;
  /** Absent: no operator. */
  readonly toId: string | undefined;
  readonly fromId: string | undefined;
  readonly by: string;
  readonly reason: string;
  /** Returns whether an operator may settle cases. */
  readonly maySettle: (tx: Tx, operatorId: string) => Promise<boolean>;
};

/**
 * Gives a live case to an operator, or to none, and notes it in the timeline. Refuses NOT_FOUND,
 * STATE_CHANGED when it has ended or another has it by now, OWN_ACCOUNT for a case of that
 * operator's own account, and INPUT_INVALID for one who may not settle cases.
 */
export async function assignCase(
  context: Context,
  db: Db,
  { caseId, maySettle, ...change }: CaseAssignment,
): Promise<void> {
  const { toId, by, reason } = change;
  const { memberId, state } = await readCaseView(context, db, caseId);
  if (state !== "open" && state !== "proposed") throw new Refusal("STATE_CHANGED");
  if (toId !== undefined && memberId !== undefined) refuseOwnAccount(toId, memberId);
  await transaction(db, async (tx) => {
    if (toId !== undefined && !(await maySettle(tx, toId)))
      throw new Refusal("INPUT_INVALID", {
        field: "toId",
        text: "这位同事不能处理差错，请选另一位",
      });
    await changeAssignee(context, tx, { ...change, object: caseObject(caseId) });
    const given = toId === undefined ? "released" : "assigned";
    const note = { caseId, id: context.ids.next(), by, kind: given, toId: toId ?? null } as const;
    await insertCaseNote(tx, { ...note, text: reason }, context.clock.sql());
  });
}

/** Adds a comment to a case, live or ended. Refuses NOT_FOUND. */
export async function commentCase(
  context: Context,
  db: Db,
  { caseId, by, text }: { readonly caseId: string; readonly by: string; readonly text: string },
): Promise<void> {
  await readCaseView(context, db, caseId);
  const note = { caseId, id: context.ids.next(), by, kind: "comment", toId: null } as const;
  await insertCaseNote(db, { ...note, text }, context.clock.sql());
}
