/** The agent of orders: what nobody said was picked up counts as picked up some hours after its slot. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { closeOverdue } from "./actions/overdue.ts";

const LOOK_EVERY_MS = 60_000;

/** Ends ready orders four hours after their slot (`pickupAutoReceiveMs`). Any number may run at once. */
export const pickupCloser = (context: Context, db: Db): Agent => ({
  name: "pickup-closer",
  every: LOOK_EVERY_MS,
  run: async () => {
    while ((await closeOverdue(context, db)) > 0);
  },
});
