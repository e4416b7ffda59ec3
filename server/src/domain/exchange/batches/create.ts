/** Creates the draft of a batch of codes. No codes are generated before it is submitted. */
import type { Input } from "@yunjing/contract/operations";
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { onceForMember } from "../../members/actions.ts";
import { recordStateChange } from "./history.ts";
import { readBatch } from "./read.ts";
import { insertBatch } from "./store.ts";
import { checkTarget } from "./target.ts";

/** Creates a draft. Refuses INPUT_INVALID, KEY_REUSED. */
export async function createBatch(
  context: Context,
  db: Db,
  creation: { makerId: string; key: string; input: Input<"batches", "create"> },
): Promise<Batch> {
  const { makerId, key, input } = creation;
  await checkTarget(context, db, input.target);
  const intent = { memberId: makerId, route: "batches.create", key, body: input };
  const { batchId } = await onceForMember(context, db, intent, async (tx) => {
    const made = { batchId: context.ids.next(), makerId };
    const { name, target, count, activation = "now", note = "" } = input;
    const { usesPerCode = 1, perMember = 1 } = input;
    const fields = { name, target, count, activation, note, usesPerCode, perMember };
    const batch = { ...made, ...fields, origin: "own", state: "draft" } as const;
    await insertBatch(tx, batch, context.clock.sql());
    await recordStateChange(context, tx, { ...made, actorId: makerId, to: "draft" });
    return { batchId: made.batchId };
  });
  return readBatch(context, db, { memberId: makerId, maySeeAll: false }, batchId);
}
