/**
 * Delivers one message: runs its handler and records the result, unless another worker has claimed
 * it by then.
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import type { OutboxHandlers, Delivery } from "./outbox.ts";
import { complete, requeue, requeueExpired } from "./worker-claims.ts";
import { failureText } from "./worker-failure.ts";

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MAX_MS = 6 * 3_600_000;

/** A message that is not retried until an operator has reviewed it. */
export type DeadMessage = { readonly id: string; readonly topic: string; readonly attempt: number };

export type DeliveryContext = {
  readonly context: Context;
  readonly db: Db;
  readonly handlers: OutboxHandlers;
  readonly onDead: ((message: DeadMessage) => void) | undefined;
};

/**
 * Returns the pause in ms after a failed attempt: one second, doubled each time, at most six hours.
 */
export const backoffMs = (attempt: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (attempt - 1));

function reportDead(
  { context, onDead }: DeliveryContext,
  message: DeadMessage,
  reason: string,
): void {
  const { id, topic, attempt } = message;
  context.log.error({ topic, messageId: id, attempt, reason }, "a message is dead: look at it");
  onDead?.({ id, topic, attempt });
}

/**
 * Records a failed attempt. If this fails too, the database is unreachable, and the message is
 * requeued when its lease ends.
 */
async function recordFailure(
  deliveryContext: DeliveryContext,
  delivery: Delivery,
  error: unknown,
): Promise<void> {
  const { context, db } = deliveryContext;
  const { id: messageId, topic, attempt } = delivery;
  const isLast = attempt >= context.settings.outboxTriesMax;
  const failure = { error: failureText(error), delayMs: isLast ? undefined : backoffMs(attempt) };
  const isRequeued = await requeue(context, db, delivery, failure).catch(() => false);
  if (isRequeued && isLast) return reportDead(deliveryContext, delivery, failure.error);
  const message = isRequeued ? "a message will be tried again" : "a late failure was not recorded";
  context.log.warn({ topic, messageId, attempt, reason: failure.error }, message);
}

/** Never throws: after any error the message stays in the outbox. */
export async function deliver(deliveryContext: DeliveryContext, delivery: Delivery): Promise<void> {
  const { context, db, handlers } = deliveryContext;
  const { id: messageId, topic, attempt } = delivery;
  try {
    const handler = ownValue(handlers, topic);
    if (!handler) throw new Error(`no handler for ${topic}`);
    await handler(delivery);
    const isMine = await complete(context, db, delivery);
    if (!isMine) context.log.warn({ topic, messageId, attempt }, "a late completion was refused");
  } catch (error) {
    await recordFailure(deliveryContext, delivery, error);
  }
}

/** Requeues messages whose lease has expired. */
export async function requeueExpiredLeases(deliveryContext: DeliveryContext): Promise<void> {
  const { context, db } = deliveryContext;
  for (const lapsed of await requeueExpired(context, db)) {
    context.log.warn({ topic: lapsed.topic, messageId: lapsed.id }, "a lease was over");
    if (lapsed.state === "dead") reportDead(deliveryContext, lapsed, "the lease was over");
  }
}
