/** The jobs that pull order updates from every partner, and that count the orders. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { countReports, pullOrders } from "./actions.ts";
import type { PartnerGateways } from "./port.ts";
import { readPartners } from "./store.ts";

/**
 * Catches updates whose push was lost. A partner that is switched off is pulled too, because it may
 * still settle orders.
 */
export const partnerPullJob = (context: Context, db: Db, gates: PartnerGateways): Job => ({
  name: "partner-puller",
  every: context.settings.partnerPullMs,
  run: async () => {
    const known = new Set((await readPartners(db)).map(({ partnerId }) => partnerId));
    for (const [partnerId, gate] of Object.entries(gates)) {
      if (!known.has(partnerId)) continue;
      const { changed } = await pullOrders(context, db, { partnerId, gate });
      if (changed > 0) context.log.info({ partnerId, changed }, "orders of a partner changed");
    }
  },
});

const MINUTE_MS = 60_000;

export const partnerCountJob = (context: Context, db: Db): Job => ({
  name: "partner-counter",
  every: MINUTE_MS,
  run: () => countReports(context, db),
});
