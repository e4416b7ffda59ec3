/** The ledger's agent: the contra sums of past days become rows, so that a total needs today's transfers only. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { rollUp } from "./actions.ts";

/** Rolls up every day that is over and not yet summed; safe at any time and by several at once. */
export async function contraRoller(context: Context, db: Db): Promise<number> {
  const sums = await rollUp(context, db);
  if (sums > 0) context.log.info({ sums }, "contra accounts rolled up");
  return sums;
}
