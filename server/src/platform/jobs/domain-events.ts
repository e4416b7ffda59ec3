/** News of a member: what happened is told once, in the transaction of the change, and heard by every room that asks. */
import type { Context } from "../context.ts";
import type { Tx } from "../database/pool.ts";
import { type OutboxHandler, enqueueMessage } from "./outbox.ts";

/** The outbox topic all news travel under. */
export const DOMAIN_EVENT_TOPIC = "news";

/**
 * One thing that happened. `kind` reads `<what>.<happened>`, `ref` is the id of that what: `order.done` of an order.
 * `data` holds ids and plain figures only; a secret or a phone never travels in news.
 */
export type DomainEvent = {
  readonly memberId: string;
  readonly kind: `${string}.${string}`;
  readonly ref: string;
  readonly data?: Readonly<Record<string, string | number | boolean>>;
};

/** Hears news. A throw means: tell all of it again later. Must be safe to hear twice, and to hear kinds it ignores. */
export type DomainEventSubscriber = (news: DomainEvent) => Promise<void>;

/** Tells of what happened; news of one `ref` keep their order. */
export async function publishEvent(context: Context, tx: Tx, news: DomainEvent): Promise<void> {
  const { memberId, kind, ref, data } = news;
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

/** Carries each piece of news to every listener, one after the other. */
export const domainEventHandler =
  (listeners: readonly DomainEventSubscriber[]): OutboxHandler =>
  async ({ memberId, payload }) => {
    const { kind, ref, data } = payload;
    if (!isKind(kind) || typeof ref !== "string" || !isData(data)) {
      throw new Error("news without a kind, a ref or data");
    }
    for (const hear of listeners) await hear({ memberId, kind, ref, data });
  };
