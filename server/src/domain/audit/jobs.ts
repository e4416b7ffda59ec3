/** The agents of the audit: the newest lines every five minutes, an anchor outside the database once a day. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { endRefusals } from "./actions.ts";
import { checkNewest, writeAnchor } from "./anchors.ts";

const CHECK_MS = 5 * 60_000;
/** Just after the day began in China. After a standstill the first tick makes up for it, once. */
const DAILY = "5 0 * * *";

export const auditWatcher = (context: Context, db: Db, store: FileStore): Agent => ({
  name: "audit-watcher",
  every: CHECK_MS,
  run: async () => {
    await endRefusals(context, db);
    await checkNewest(context, db, store);
  },
});

export const auditAnchorer = (context: Context, db: Db, store: FileStore): Agent => ({
  name: "audit-anchorer",
  every: DAILY,
  run: () => writeAnchor(context, db, store),
});

/** Both. */
export const auditAgents = (context: Context, db: Db, store: FileStore): readonly Agent[] => [
  auditWatcher(context, db, store),
  auditAnchorer(context, db, store),
];
