/** What every part of the demo's past works with: the product, its time, its partners, its choices. */
import type { Db } from "../../platform/database/pool.ts";
import { claimOfMember } from "../../platform/jobs/worker-claims.ts";
import { deliver } from "../../platform/jobs/worker-deliver.ts";
import type { PartnersOfPast } from "./partners.ts";
import type { PastProduct } from "./port.ts";
import type { PastTime } from "./time.ts";

export type PastEnvironment = {
  readonly time: PastTime;
  readonly db: Db;
  readonly product: PastProduct;
  readonly partners: PartnersOfPast;
  readonly seed: string;
};

const SECOND_MS = 1_000;

/**
 * Delivers what a member's actions have queued, a second after them, and what that queues in turn.
 * Throws when a delivery fails: nothing of the past may be left to the product's worker.
 */
export async function deliverAll(
  { time, db, product }: Pick<PastEnvironment, "time" | "db" | "product">,
  memberId: string,
): Promise<void> {
  const { context } = time;
  const handlers = product.outboxHandlers;
  for (;;) {
    time.pass(SECOND_MS);
    const claimed = await claimOfMember(context, db, memberId);
    if (claimed.length === 0) return;
    for (const delivery of claimed)
      await deliver({ context, db, handlers, onDead: undefined }, delivery);
  }
}

/** Runs the jobs of these names one after the other. */
export async function runJobs(
  { product }: Pick<PastEnvironment, "product">,
  names: readonly string[],
) {
  for (const name of names) {
    const job = product.jobs.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    await job.run();
  }
}
