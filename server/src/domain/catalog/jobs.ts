/** The scheduled job of the catalogue: removes uploaded pictures that nothing names any more. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { removeUnusedPictures } from "./actions.ts";

const HOUR_MS = 3_600_000;
/** An operator may still be writing the draft that a new picture was made for. */
const KEPT_MS = 168 * HOUR_MS;
const BATCH = 1_000;

export const pictureCleanupJob = (context: Context, db: Db): Job => ({
  name: "picture-sweeper",
  every: HOUR_MS,
  run: () => {
    const before = new Date(context.clock.now().getTime() - KEPT_MS);
    return removeUnusedPictures(db, { before, limit: BATCH });
  },
});
