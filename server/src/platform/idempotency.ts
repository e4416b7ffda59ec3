/**
 * Idempotency keys: one effect per key; the key's row is written in the transaction of its effect
 * (reliability.md 3.2).
 */
import { createHash } from "node:crypto";
import { platformIdempotencyReserve, platformIdempotencyStore } from "../sql/platform.ts";
import type { Context } from "./context.ts";
import type { Db, Tx } from "./database/pool.ts";
import { transaction } from "./database/transaction.ts";
import { Refusal } from "./refusal.ts";

export type IdempotentRequest = {
  /** The owner of the keys: a member, a session's guest or an acting operator. */
  readonly memberId: string;
  /** The operation, such as `orders.hide`. */
  readonly route: string;
  readonly key: string;
  /** Everything that identifies this request; another body under the same key is refused. */
  readonly body: unknown;
};

/** Returns the hash of the body, independent of the order of its fields. */
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

/**
 * The result of a reservation: `taken`, or `replay` with the first result, or `reused` with another
 * body.
 */
export type KeyReservation = { readonly outcome: string; readonly result: unknown };
/**
 * Reserves a request's key in the transaction of its effect; a throw rolls the reservation back.
 */
export type ReserveKey = (
  tx: Tx,
  intent: IdempotentRequest,
  request: { readonly hash: Buffer; readonly now: Date | null },
) => Promise<KeyReservation | undefined>;

const reserveKey: ReserveKey = (tx, { memberId, route, key }, { hash, now }) =>
  platformIdempotencyReserve(tx, { member: memberId, route, key, hash, now });

/**
 * Runs `effect` once for this key and returns its first result on every repeat. The result is
 * stored as JSON: put ids in it, never secrets. Refuses KEY_REUSED for another body; `take` may
 * refuse too. A refusal inside rolls the key back.
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
    await platformIdempotencyStore(tx, {
      member: intent.memberId,
      route: intent.route,
      key: intent.key,
      result: result ?? null,
    });
    return result;
  });
}
