/** The outbox's writer: what must happen outside is a row of the same transaction as the change. */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../database/pool.ts";

export type OutboxMessage = {
  /** Whose book the message lies in. */
  readonly memberId: string;
  /** Messages of one aggregate keep their order. */
  readonly aggregateId: string;
  readonly topic: string;
  /** Ids only; a secret goes into `sealed`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly sealed?: Uint8Array;
  readonly dueAt?: Date;
};

/** Puts a message into the outbox, in the caller's transaction. */
export async function enqueueMessage(
  context: Context,
  tx: Tx,
  message: OutboxMessage,
): Promise<void> {
  await tx.execute(sql`SELECT platform_outbox_put(
    ${message.memberId}, ${context.ids.next()}, ${message.aggregateId}, ${message.topic},
    ${JSON.stringify(message.payload)}::jsonb, ${message.sealed ? Buffer.from(message.sealed) : null},
    ${message.dueAt ?? null}::timestamptz, ${context.clock.sql()}::timestamptz)`);
}

export type Delivery = {
  readonly memberId: string;
  readonly id: string;
  readonly topic: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly sealed: Uint8Array | undefined;
  /** Counts from 1; also the fencing token of this claim. */
  readonly attempt: number;
};

/** Does one message's work. A throw means: try again later. Must be safe to run twice. */
export type OutboxHandler = (delivery: Delivery) => Promise<void>;
/** Which room does the work of which topic. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;
