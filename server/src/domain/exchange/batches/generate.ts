/** Makes the codes of a batch in chunks, each its own transaction, and goes on where a crash stopped it. */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { codeMac, codePlace, drawCodes, lastFour } from "../model.ts";
import { noteBatch } from "./history.ts";
import { holdGenerating, insertCodes, type NewCode } from "./making-store.ts";
import { moveBatch } from "./store.ts";

/** One statement: large enough for the database, small enough to be sent without anybody noticing. */
const CHUNK = 2_000;
/** Sealing so many costs some milliseconds; then whoever waits has a turn (at most 50 ms, issue 7). */
const SLICE = 200;

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

async function drawChunk(context: Context, count: number): Promise<NewCode[]> {
  const codes: NewCode[] = [];
  while (codes.length < count) {
    const drawn = drawCodes(context, Math.min(SLICE, count - codes.length));
    for (const code of drawn) codes.push(newCode(context, code));
    await othersTurn();
  }
  return codes;
}

/** Enters as many of the codes as the batch still lacks; answers how many it lacks then. */
const enterChunk = (
  context: Context,
  db: Db,
  { batchId, makerId }: Made,
  codes: readonly NewCode[],
): Promise<number> =>
  transaction(db, async (tx) => {
    const held = await holdGenerating(tx, batchId);
    if (!held) return 0;
    const { target, count, made } = held;
    const taken = codes.slice(0, count - made);
    const into = { batchId, target, firstSerial: made + 1, now: context.clock.sql() };
    const entered = await insertCodes(tx, into, taken);
    invariant(entered === taken.length, "no code is drawn twice");
    const left = count - made - entered;
    if (left > 0) return left;
    await moveBatch(tx, batchId, { from: ["generating"], to: "ready" });
    await noteBatch(context, tx, { batchId, makerId, actorId: makerId, to: "ready" });
    return 0;
  });

type Made = { readonly batchId: string; readonly makerId: string };

/**
 * generating → ready, with exactly `count` codes, however often and by however many it is run. Stops after `withinMs`
 * and answers false when there is more to do. While a chunk is entered the next one is sealed.
 */
export async function generateCodes(
  context: Context,
  db: Db,
  batch: Made & { readonly count: number },
  withinMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const began = performance.now();
  let codes = await drawChunk(context, Math.min(CHUNK, batch.count));
  for (let most = batch.count; ; ) {
    most -= codes.length;
    const [left, next] = await Promise.all([
      enterChunk(context, db, batch, codes),
      drawChunk(context, Math.min(CHUNK, most)),
    ]);
    if (left === 0) return true;
    if (performance.now() - began > withinMs) return false;
    codes = next;
  }
}
