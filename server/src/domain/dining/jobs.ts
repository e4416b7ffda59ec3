/** The scheduled job of dining: syncs stores and menus from the supplier. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { syncStores } from "./actions.ts";
import type { DiningSource } from "./port.ts";

export const storeSyncJob = (context: Context, db: Db, source: DiningSource): Job => ({
  name: "store-syncer",
  every: context.settings.diningSyncMs,
  run: () => syncStores(context, db, source),
});
