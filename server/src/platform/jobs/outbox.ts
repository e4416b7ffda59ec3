/**
 * Writes to the outbox: an external effect is a row written in the same transaction as the change.
 */
import type { Context } from "../context.ts";
import { platformOutboxInsert } from "../../sql/platform.ts";
import type { Tx } from "../database/pool.ts";

export type OutboxMessage = {
  /** The member the message is stored with. */
  readonly memberId: string;
  /** Messages of one aggregate are delivered in order. */
  readonly aggregateId: string;
  readonly topic: string;
  /** Ids only; put a secret into `sealed`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly sealed?: Uint8Array;
  readonly dueAt?: Date;
};

/** Inserts a message into the outbox, in the caller's transaction. */
export async function enqueueMessage(
  context: Context,
  tx: Tx,
  message: OutboxMessage,
): Promise<void> {
  await platformOutboxInsert(tx, {
    member: message.memberId,
    id: context.ids.next(),
    aggregate: message.aggregateId,
    topic: message.topic,
    payload: message.payload,
    sealed: message.sealed ? Buffer.from(message.sealed) : null,
    due: message.dueAt ?? null,
    now: context.clock.sql(),
  });
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

/** Handles one message. A throw means: retry later. It must be safe to run twice. */
export type OutboxHandler = (delivery: Delivery) => Promise<void>;
/** The handler of each topic. */
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;
