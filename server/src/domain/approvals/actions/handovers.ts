/** Records that work was handed on, so that the console of those who may decide it shows a notice. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Handover } from "../model.ts";
import { insertHandover } from "../store/handovers.ts";

/**
 * Stores the notice in the transaction that hands the work on. Work that operators take themselves
 * or give back to all makes none.
 */
export async function recordHandover(
  { clock, ids }: Pick<Context, "clock" | "ids">,
  tx: Tx,
  handover: Handover,
): Promise<void> {
  const { toId, toRole, by } = handover;
  if ((toId ?? toRole) === undefined || toId === by) return;
  await insertHandover(tx, { ...handover, id: ids.next() }, clock.sql());
}
