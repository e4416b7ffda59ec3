/**
 * Canaries: codes of the right form that are never sold, placed where only an attacker finds them.
 */
import { formatCode } from "@yunjing/contract/exchange-code";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { codeMac, drawCodes, lastFour } from "../model.ts";
import { insertCanaries } from "./store.ts";

/**
 * Creates canaries and returns them this one time: only their keyed hashes are stored. A try at one
 * is answered like any unknown code.
 */
export async function createCanaries(
  context: Context,
  db: Db,
  wanted: {
    readonly name: string;
    readonly count: number;
    readonly makerId: string;
    readonly reason: string;
  },
): Promise<{ batchId: string; codes: string[] }> {
  const batchId = context.ids.next();
  const drawn = drawCodes(context, wanted.count);
  const codes = drawn.map((code) => ({ codeMac: codeMac(context, code), last4: lastFour(code) }));
  const batch = { ...wanted, batchId };
  await transaction(db, (tx) => insertCanaries(tx, batch, codes, context.clock.sql()));
  return { batchId, codes: drawn.map(formatCode) };
}
