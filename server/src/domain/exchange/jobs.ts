/** What the exchange room does after its answers: codes are made by a leased message, shift by shift. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { Couriers } from "../../platform/jobs/outbox.ts";
import { invariant } from "../../platform/refusal.ts";
import { generateCodes } from "./batches/generate.ts";
import { findBatch } from "./batches/store.ts";
import { askForCodes, MAKE } from "./batches/submit.ts";

/**
 * How much of its lease a maker works before it hands the rest to the next message, so that no lease ends under it and
 * nobody else begins beside it.
 */
const SHARE = 1 / 3;

export const codeCouriers = (context: Context, db: Db): Couriers => ({
  [MAKE]: async ({ payload: { batchId } }) => {
    invariant(typeof batchId === "string", "a making names its batch");
    const batch = await findBatch(db, batchId);
    if (batch?.state !== "generating") return;
    const withinMs = context.settings.outboxLeaseMs * SHARE;
    if (await generateCodes(context, db, batch, withinMs)) return;
    await transaction(db, (tx) => askForCodes(context, tx, batch));
  },
});
