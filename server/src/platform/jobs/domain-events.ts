/**
 * Publishes a member's domain events to the subscribing modules through the outbox, in the
 * transaction of the change.
 */
import type { Context } from "../context.ts";
import type { Tx } from "../database/pool.ts";
import { type OutboxHandler, enqueueMessage } from "./outbox.ts";

/** The outbox topic of all domain events. */
export const DOMAIN_EVENT_TOPIC = "news";

/**
 * One domain event. `kind` is `<entity>.<what happened>`, and `ref` is the id of that entity:
 * `order.done` of an order. `data` contains ids and plain figures only, never a secret or a phone
 * number.
 */
export type DomainEvent = {
  readonly memberId: string;
  readonly kind: `${string}.${string}`;
  readonly ref: string;
  readonly data?: Readonly<Record<string, string | number | boolean>>;
};

/**
 * Handles domain events. A throw means: deliver the event to all subscribers again later. It must
 * be idempotent, and must accept kinds that it ignores.
 */
export type DomainEventSubscriber = (event: DomainEvent) => Promise<void>;

/** Publishes an event in the caller's transaction; events of one `ref` are delivered in order. */
export async function publishEvent(context: Context, tx: Tx, event: DomainEvent): Promise<void> {
  const { memberId, kind, ref, data } = event;
  const payload = { kind, ref, data: data ?? {} };
  await enqueueMessage(context, tx, {
    memberId,
    aggregateId: ref,
    topic: DOMAIN_EVENT_TOPIC,
    payload,
  });
}

const isKind = (value: unknown): value is DomainEvent["kind"] =>
  typeof value === "string" && value.includes(".");

const isData = (value: unknown): value is NonNullable<DomainEvent["data"]> =>
  typeof value === "object" && value !== null;

/** Delivers each event to every subscriber, one after the other. */
export const domainEventHandler =
  (listeners: readonly DomainEventSubscriber[]): OutboxHandler =>
  async ({ memberId, payload }) => {
    const { kind, ref, data } = payload;
    if (!isKind(kind) || typeof ref !== "string" || !isData(data)) {
      throw new Error("a domain event without a kind, a ref or data");
    }
    for (const subscriber of listeners) await subscriber({ memberId, kind, ref, data });
  };
