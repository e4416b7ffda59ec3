/**
 * Sends our server a signed callback about the end of each order, and retries until it is
 * confirmed.
 */
import type { SeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { PartnerKey } from "../keys.ts";
import { signedHeaders } from "../signing.ts";
import type { Faults } from "./faults.ts";
import type { SupplierId } from "./registry.ts";
import {
  type KnownOrder,
  type SupplierOrderRequest,
  withLogEntry,
  statusBodyOf,
} from "./orders.ts";

const ANSWER_WITHIN_MS = 10_000;

export type CallbackDeps<W extends SupplierOrderRequest> = {
  id: SupplierId;
  journal: Journal<KnownOrder<W>>;
  key: PartnerKey;
  /** Returns our server's current origin, or `undefined` while it is unknown. */
  origin: () => string | undefined;
  clock: Clock;
  agenda: Scheduler;
  chance: SeededRandom;
  faults: () => Faults;
  /** Pauses between attempts, in ms; after the last one the supplier gives up. */
  retryMs: readonly number[];
  closing: AbortSignal;
};

export type Callbacks<W extends SupplierOrderRequest> = {
  start: (order: KnownOrder<W>) => void;
  resume: () => void;
};

export function createCallbacks<W extends SupplierOrderRequest>(
  deps: CallbackDeps<W>,
): Callbacks<W> {
  const { journal, clock, agenda } = deps;

  const deliver = async (outNo: string) => {
    const order = journal.get(outNo);
    if (!order?.callback) return;
    const { eventId, at } = order.callback;
    const rawBody = JSON.stringify({ eventId, ...statusBodyOf(order), at });
    const twice = order.callback.tries === 0 && deps.chance.chance(deps.faults().duplicateCallback);
    const results = await Promise.all((twice ? [1, 2] : [1]).map(() => post(rawBody, deps)));
    if (!deps.closing.aborted) finish(outNo, results);
  };

  /**
   * Records the result of an attempt, and schedules the next one unless it was confirmed or given
   * up.
   */
  const finish = (outNo: string, results: readonly string[]) => {
    const order = journal.get(outNo);
    if (!order?.callback) return;
    const now = clock.now();
    const seen = { at: now.toISOString(), what: "callback", result: results.join() } as const;
    const pauseMs = deps.retryMs[order.callback.tries];
    const isOver = results.includes("200") || pauseMs === undefined;
    const nextAt = isOver ? null : now.getTime() + pauseMs;
    const callback = { ...order.callback, nextAt, tries: order.callback.tries + 1 };
    journal.put(outNo, withLogEntry({ ...order, callback }, seen));
    plan(outNo, nextAt);
  };

  const plan = (outNo: string, nextAt: number | null) => {
    if (nextAt !== null) agenda.at(nextAt, () => void deliver(outNo));
  };

  return {
    start(order) {
      const now = clock.now();
      const nextAt = now.getTime() + deps.faults().lateCallbackMs;
      const eventId = `${order.outNo}-${order.state}`;
      const callback = { eventId, at: now.toISOString(), nextAt, tries: 0 };
      journal.put(order.outNo, { ...order, callback });
      plan(order.outNo, nextAt);
    },
    resume() {
      for (const { outNo, callback } of journal.values()) {
        if (callback) plan(outNo, callback.nextAt);
      }
    },
  };
}

type PostDeps = Pick<
  CallbackDeps<SupplierOrderRequest>,
  "id" | "key" | "origin" | "clock" | "closing"
>;

/** Returns the HTTP status as text, or the reason why there is none. */
async function post(rawBody: string, deps: PostDeps): Promise<string> {
  const origin = deps.origin();
  if (!origin) return "no callback address";
  const path = `/callback/supplier/${deps.id}`;
  const message = { method: "POST", path, rawBody };
  return fetch(new URL(path, origin), {
    method: "POST",
    headers: {
      ...signedHeaders(message, deps.key, deps.clock),
      "content-type": "application/json",
    },
    body: rawBody,
    redirect: "error",
    signal: AbortSignal.any([deps.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return String(response.status);
    },
    () => "no answer",
  );
}
