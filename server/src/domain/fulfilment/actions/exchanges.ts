/** Stores exchanges with suppliers for the operators' order page, and deletes old ones. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { exchangeText } from "../exchange-text.ts";
import type { RecordExchange } from "../port.ts";
import { deleteOldExchanges, insertExchange } from "../store/exchanges.ts";

const OUTCOME_MAX = 200;
const DELETED_AT_ONCE = 5_000;

/** Returns the recorder that gateways call after each exchange. */
export const createExchangeRecorder =
  (context: Context, db: Db): RecordExchange =>
  async ({ request, answer, outcome, tookMs, ...exchange }) => {
    const stored = {
      ...exchange,
      id: context.ids.next(),
      tookMs: Math.max(0, Math.round(tookMs)),
      outcome: outcome.slice(0, OUTCOME_MAX) || "—",
      request: exchangeText(request),
      answer: exchangeText(answer),
    };
    // The record serves people; its failure must not fail the call to the supplier.
    try {
      await insertExchange(db, stored, context.clock.sql());
    } catch (error) {
      context.log.error({ err: error, outNo: exchange.outNo }, "an exchange was not stored");
    }
  };

/** Deletes exchanges older than `supplierExchangeKeepMs`, in batches until none is left. */
export async function deleteExpiredExchanges(context: Context, db: Db): Promise<void> {
  const keepMs = context.settings.supplierExchangeKeepMs;
  for (;;) {
    const now = context.clock.sql();
    const deleted = await deleteOldExchanges(db, { keepMs, limit: DELETED_AT_ONCE, now });
    if (deleted < DELETED_AT_ONCE) return;
  }
}
