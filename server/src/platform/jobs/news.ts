/** News of a member: what happened is told once, in the transaction of the change, and heard by every room that asks. */
import type { Context } from "../context.ts";
import type { Tx } from "../database/pool.ts";
import { type Courier, putMessage } from "./outbox.ts";

/** The outbox topic all news travel under. */
export const NEWS = "news";

/**
 * One thing that happened. `kind` reads `<what>.<happened>`, `ref` is the id of that what: `order.done` of an order.
 * `data` holds ids and plain figures only; a secret or a phone never travels in news.
 */
export type News = {
  readonly memberId: string;
  readonly kind: `${string}.${string}`;
  readonly ref: string;
  readonly data?: Readonly<Record<string, string | number | boolean>>;
};

/** Hears news. A throw means: tell all of it again later. Must be safe to hear twice, and to hear kinds it ignores. */
export type NewsListener = (news: News) => Promise<void>;

/** Tells of what happened; news of one `ref` keep their order. */
export async function tell(context: Context, tx: Tx, news: News): Promise<void> {
  const { memberId, kind, ref, data } = news;
  const payload = { kind, ref, data: data ?? {} };
  await putMessage(context, tx, { memberId, aggregateId: ref, topic: NEWS, payload });
}

const isKind = (value: unknown): value is News["kind"] =>
  typeof value === "string" && value.includes(".");

const isData = (value: unknown): value is NonNullable<News["data"]> =>
  typeof value === "object" && value !== null;

/** Carries each piece of news to every listener, one after the other. */
export const newsCourier =
  (listeners: readonly NewsListener[]): Courier =>
  async ({ memberId, payload }) => {
    const { kind, ref, data } = payload;
    if (!isKind(kind) || typeof ref !== "string" || !isData(data)) {
      throw new Error("news without a kind, a ref or data");
    }
    for (const hear of listeners) await hear({ memberId, kind, ref, data });
  };
