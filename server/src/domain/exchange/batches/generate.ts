/** Makes the codes of a batch in chunks, each its own transaction, and goes on where a crash stopped it. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { codeMac, codePlace, drawCodes, lastFour } from "../model.ts";
import { type BatchRow, holdGenerating, insertCodes, moveBatch, type NewCode } from "./store.ts";

/** A chunk costs some tens of milliseconds of sealing, so that other requests get their turn in between. */
const CHUNK = 2_500;

/** A code as it is kept: its lookup key, its last four, and itself sealed. */
export function newCode(context: Context, folded: string): NewCode {
  const codeId = context.ids.next();
  return {
    codeMac: codeMac(context, folded),
    codeId,
    last4: lastFour(folded),
    codeSealed: context.secrets.seal(folded, codePlace(codeId)),
  };
}

/** One chunk more; false when there was nothing left to do. A code drawn twice is drawn again by the next chunk. */
const makeChunk = (context: Context, db: Db, { batchId, target, count }: BatchRow) =>
  transaction(db, async (tx) => {
    const made = await holdGenerating(tx, batchId);
    if (made === undefined) return false;
    const left = count - made;
    if (left <= 0) return !(await moveBatch(tx, batchId, { from: ["generating"], to: "ready" }));
    const codes = drawCodes(context, Math.min(CHUNK, left)).map((code) => newCode(context, code));
    const into = { batchId, target, firstSerial: made + 1, now: context.clock.sql() };
    await insertCodes(tx, into, codes);
    return true;
  });

/** generating → ready, with exactly `count` codes, however often and by however many it is run. */
export async function generateCodes(context: Context, db: Db, batch: BatchRow): Promise<void> {
  while (await makeChunk(context, db, batch));
}
