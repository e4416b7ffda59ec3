/** Gives a piece of work to a named operator, takes it back, and passes it on. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type { AssignmentChange } from "../model.ts";
import { changeAssignment } from "../store/assignments.ts";
import { recordHandover } from "./handovers.ts";

/**
 * Changes whose work it is, from what the operator saw. Refuses INPUT_INVALID when it would stay as
 * it is, and STATE_CHANGED when another operator has it by now.
 */
export async function changeAssignee(
  context: Pick<Context, "clock" | "ids">,
  tx: Tx,
  change: AssignmentChange,
): Promise<void> {
  if (change.fromId === change.toId)
    throw new Refusal("INPUT_INVALID", { field: "toId", text: "已由这位同事处理，请选另一位" });
  const isChanged = await changeAssignment(tx, change, context.clock.sql());
  if (!isChanged) throw new Refusal("STATE_CHANGED");
  await recordHandover(context, tx, change);
}
