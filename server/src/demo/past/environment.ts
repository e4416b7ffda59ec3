/** What every part of the demo's past works with: the product, its time, its partners, its choices. */
import { sql } from "drizzle-orm";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Db } from "../../platform/database/pool.ts";
import { DOMAIN_EVENT_TOPIC } from "../../platform/jobs/domain-events.ts";
import { claimOfMember } from "../../platform/jobs/worker-claims.ts";
import { deliver } from "../../platform/jobs/worker-deliver.ts";
import { Refusal } from "../../platform/refusal.ts";
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

/** Delivers what is queued for any member by now. */
export async function deliverEveryone(env: PastEnvironment): Promise<void> {
  const { rows } = await env.db.execute<{ memberId: string }>(sql`
    SELECT DISTINCT member_id AS "memberId" FROM outbox
    WHERE state = 'queued' AND due_at <= ${env.time.context.clock.now()} ORDER BY 1`);
  for (const { memberId } of rows) await deliverAll(env, memberId);
}

/**
 * Delivers what the demo's accounts queued before the end of the past, each message at its own time:
 * the product's worker would deliver it at the present, for which the demo without a past lays it out.
 */
export async function deliverEarlier(env: PastEnvironment, end: Date): Promise<void> {
  await env.db.execute(sql`
    UPDATE outbox SET due_at = created_at
    WHERE topic = ${DOMAIN_EVENT_TOPIC} AND state = 'queued' AND created_at < ${end} AND due_at > created_at`);
  const { rows } = await env.db.execute<{ memberId: string; at: string }>(sql`
    SELECT DISTINCT member_id AS "memberId", due_at AS at FROM outbox
    WHERE state = 'queued' AND due_at < ${end} ORDER BY 2, 1`);
  for (const { memberId, at } of rows)
    await env.time.at(new Date(at), () => deliverAll(env, memberId));
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

/** A refusal is a "no" that members of the past meet too. */
export const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof Refusal) && raisedRefusal(error) === undefined) throw error;
};
