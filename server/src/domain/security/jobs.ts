/** The agent of security: it forgets proofs that are over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { dropProofs } from "./store.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;

export const proofSweeper = (context: Context, db: Db): Agent => ({
  name: "proof-sweeper",
  every: HOUR_MS,
  run: () => dropProofs(db, KEPT_MS, context.clock.sql()),
});
