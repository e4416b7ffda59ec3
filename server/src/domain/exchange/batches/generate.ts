/**
 * Generates the codes of a batch in chunks, each in its own transaction, and resumes after a crash.
 */
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import { codeMac, codeSealContext, drawCodes, lastFour } from "../model.ts";
import { recordStateChange } from "./history.ts";
import { lockGenerating, insertCodes, type NewCode } from "./store/generation.ts";
import { moveBatch } from "./store.ts";

/** One statement: efficient for the database, yet small enough not to delay others. */
const CHUNK = 2_000;
/**
 * Sealing this many takes some milliseconds; then other work runs: a process never works for 50 ms
 * without a turn of the others.
 */
const SEALED_PER_TURN = 200;

/** Builds the stored form of a code: its lookup key, its last four symbols, and the sealed code. */
export function newCode(context: Context, folded: string): NewCode {
  const codeId = context.ids.next();
  return {
    codeMac: codeMac(context, folded),
    codeId,
    last4: lastFour(folded),
    codeSealed: context.secrets.seal(folded, codeSealContext(codeId)),
  };
}

async function drawChunk(context: Context, count: number): Promise<NewCode[]> {
  const codes: NewCode[] = [];
  while (codes.length < count) {
    const drawn = drawCodes(context, Math.min(SEALED_PER_TURN, count - codes.length));
    for (const code of drawn) codes.push(newCode(context, code));
    await othersTurn();
  }
  return codes;
}

/** Inserts as many of the codes as the batch still needs. Returns how many it needs after that. */
const insertChunk = (
  context: Context,
  db: Db,
  { batchId, makerId }: BatchKey,
  codes: readonly NewCode[],
): Promise<number> =>
  transaction(db, async (tx) => {
    const held = await lockGenerating(tx, batchId);
    if (!held) return 0;
    const { target, count, made } = held;
    const taken = codes.slice(0, count - made);
    const into = { batchId, target, firstSerial: made + 1, now: context.clock.sql() };
    const entered = await insertCodes(tx, into, taken);
    invariant(entered === taken.length, "no code is drawn twice");
    const left = count - made - entered;
    if (left > 0) return left;
    await moveBatch(tx, batchId, "generated");
    await recordStateChange(context, tx, {
      batchId,
      makerId,
      actorId: makerId,
      from: "generating",
      to: "ready",
    });
    return 0;
  });

type BatchKey = { readonly batchId: string; readonly makerId: string };

/**
 * generating → ready, with exactly `count` codes, even when run repeatedly or concurrently. Stops
 * after `withinMs` and returns false when more is to do. The next chunk is sealed while the current
 * one is inserted.
 */
export async function generateCodes(
  context: Context,
  db: Db,
  batch: BatchKey & { readonly count: number },
  withinMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const began = performance.now();
  let codes = await drawChunk(context, Math.min(CHUNK, batch.count));
  for (let most = batch.count; ; ) {
    most -= codes.length;
    const [left, next] = await Promise.all([
      insertChunk(context, db, batch, codes),
      drawChunk(context, Math.min(CHUNK, most)),
    ]);
    if (left === 0) return true;
    if (performance.now() - began > withinMs) return false;
    codes = next;
  }
}
