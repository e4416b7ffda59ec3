/** One effect per key: the key's row is written in the transaction of its effect (reliability.md 3.2). */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Db, Tx } from "./database/pool.ts";
import { transaction } from "./database/transaction.ts";
import { Refusal } from "./refusal.ts";

export type IdempotentRequest = {
  /** Member, session's guest or acting operator: whose keys these are. */
  readonly memberId: string;
  /** The operation, such as `orders.hide`. */
  readonly route: string;
  readonly key: string;
  /** Everything that makes this request what it is; another body under the same key is refused. */
  readonly body: unknown;
};

/** The body's fingerprint, independent of the order of its fields. */
export function requestHash(body: unknown): Buffer {
  const sorted = JSON.stringify(body, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256")
    .update(sorted ?? "")
    .digest();
}

/** What taking a key came to: `taken`, or `replay` with the first result, or `reused` with another body. */
export type KeyReservation = { readonly outcome: string; readonly result: unknown };
/** Takes an intent's key in the transaction of its effect; a throw leaves no trace of the key. */
export type ReserveKey = (
  tx: Tx,
  intent: IdempotentRequest,
  request: { readonly hash: Buffer; readonly now: Date | null },
) => Promise<KeyReservation | undefined>;

const reserveKey: ReserveKey = async (tx, { memberId, route, key }, { hash, now }) => {
  const { rows } = await tx.execute<KeyReservation>(
    sql`SELECT outcome, result FROM platform_idem_take(${memberId}, ${route}, ${key}, ${hash}, ${now})`,
  );
  return rows[0];
};

/**
 * Runs `effect` once for this key and answers its first result on every repeat. The result is stored as JSON: put ids
 * in it, never secrets. Refuses KEY_REUSED for another body, and as `take`; a refusal inside leaves no trace of the key.
 */
export async function runIdempotently<T>(
  context: Context,
  db: Db,
  intent: IdempotentRequest,
  effect: (tx: Tx) => Promise<T>,
  take: ReserveKey = reserveKey,
): Promise<T> {
  const hash = requestHash(intent.body);
  return transaction(db, async (tx) => {
    const taken = await take(tx, intent, { hash, now: context.clock.sql() });
    if (taken?.outcome === "replay") return taken.result as T;
    if (taken?.outcome === "reused") throw new Refusal("KEY_REUSED");
    const result = await effect(tx);
    await tx.execute(
      sql`SELECT platform_idem_keep(
        ${intent.memberId}, ${intent.route}, ${intent.key}, ${JSON.stringify(result ?? null)}::jsonb)`,
    );
    return result;
  });
}
