/**
 * The outbox dispatcher: delivers each message at least once, in its aggregate's order, by one
 * worker at a time.
 */
import type { Context } from "../context.ts";
import type { Listener } from "../database/listen.ts";
import type { Db } from "../database/pool.ts";
import { randomBelow } from "../random.ts";
import type { OutboxHandlers, Delivery } from "./outbox.ts";
import {
  type DeliveryContext,
  deliver,
  type DeadMessage,
  requeueExpiredLeases,
} from "./worker-deliver.ts";
import { claim, hasDueMessage, renewLeases, requeue } from "./worker-claims.ts";
import { failureText } from "./worker-failure.ts";
import { type WakeSignal, createWakeSignal, wakeOnNotify } from "./worker-wakeup.ts";

const QUEUES = 16;
/** Renewals in the time of a lease: one may fail, and the next is still in time. */
const RENEWALS_PER_LEASE = 3;

export type WorkerOptions = {
  /** Messages delivered at once; half of the pool leaves the other half to the web. */
  readonly parallel?: number;
  readonly pollMs?: number;
  /** How long in ms a stop waits for deliveries in progress before it releases their leases. */
  readonly stopWithinMs?: number;
  /** The process's LISTEN connection; without it only polling finds the work. */
  readonly listener?: Listener | undefined;
  /** Called with every dead message. */
  readonly onDead?: (message: DeadMessage) => void;
};

export type Worker = {
  /** Stops claiming, finishes deliveries in progress (at most 10 s), requeues the rest. */
  stop(): Promise<void>;
  /** For tests: resolves when nothing is due or in progress. */
  idle(): Promise<void>;
};

/** A delivery that runs; `sinceMs` is when it began, by the process's own clock. */
type InProgress = { readonly sinceMs: number; readonly work: Promise<void> };

/** The state of one dispatcher. */
type WorkerState = {
  readonly delivery: DeliveryContext;
  readonly wakeSignal: WakeSignal;
  readonly parallel: number;
  readonly pollMs: number;
  readonly inProgress: Map<Delivery, InProgress>;
  isClaiming: boolean;
  leasesCheckedAt: number;
};

const isIdle = (worker: WorkerState): boolean => !worker.isClaiming && worker.inProgress.size === 0;

/** Polls the outbox once; returns the number of messages it started. */
async function pollOutbox(worker: WorkerState): Promise<number> {
  const { delivery: deliveryContext, wakeSignal, parallel, pollMs, inProgress } = worker;
  const { context, db } = deliveryContext;
  const limit = Math.min(parallel - inProgress.size, context.settings.outboxBatch);
  if (limit <= 0) return 0;
  worker.isClaiming = true;
  try {
    if (performance.now() - worker.leasesCheckedAt >= pollMs) {
      worker.leasesCheckedAt = performance.now();
      await requeueExpiredLeases(deliveryContext);
    }
    const startQueue = randomBelow(context.random, QUEUES);
    const claimed = await claim(context, db, { limit, startQueue });
    for (const delivery of claimed) {
      const work = deliver(deliveryContext, delivery).finally(() => {
        inProgress.delete(delivery);
        wakeSignal.raise();
      });
      inProgress.set(delivery, { sinceMs: performance.now(), work });
    }
    return claimed.length;
  } catch (error) {
    context.log.warn({ reason: failureText(error) }, "the outbox could not be read");
    return 0;
  } finally {
    worker.isClaiming = false;
  }
}

/** Renews the leases of what this worker delivers now. A renewal that fails is made up for later. */
async function renewInProgress({ delivery, inProgress }: WorkerState): Promise<void> {
  const { context, db } = delivery;
  const oldestMs = performance.now() - context.settings.outboxRenewMaxMs;
  const running = [...inProgress].flatMap(([each, { sinceMs }]) =>
    sinceMs > oldestMs ? [each] : [],
  );
  if (running.length === 0) return;
  await renewLeases(context, db, running).catch((error: unknown) => {
    context.log.warn({ reason: failureText(error) }, "leases could not be renewed");
  });
}

/**
 * Waits for deliveries in progress and requeues those that do not end in time; their late
 * completion is rejected.
 */
async function finishInProgress(
  { delivery: deliveryContext, inProgress }: WorkerState,
  withinMs: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  const running = [...inProgress.values()].map(({ work }) => work);
  await Promise.race([Promise.all(running), patience]);
  clearTimeout(timer);
  for (const delivery of inProgress.keys()) {
    const failure = { error: "the worker stopped", delayMs: 0 };
    await requeue(deliveryContext.context, deliveryContext.db, delivery, failure);
  }
}

async function waitUntilIdle(worker: WorkerState): Promise<void> {
  const { delivery, wakeSignal } = worker;
  for (;;) {
    await requeueExpiredLeases(delivery);
    const wasQuiet = isIdle(worker);
    const isDue = await hasDueMessage(delivery.context, delivery.db);
    if (wasQuiet && !isDue && isIdle(worker)) return;
    wakeSignal.raise();
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Starts one dispatcher; any number may run in parallel, in this process or in others. */
export function startWorker(
  context: Context,
  db: Db,
  handlers: OutboxHandlers,
  options: WorkerOptions = {},
): Worker {
  const { parallel = 4, pollMs = 1_000, stopWithinMs = 10_000 } = options;
  const delivery = { context, db, handlers, onDead: options.onDead };
  const wakeSignal = createWakeSignal();
  const worker: WorkerState = {
    delivery,
    wakeSignal,
    parallel,
    pollMs,
    inProgress: new Map(),
    isClaiming: false,
    leasesCheckedAt: -Infinity,
  };
  if (options.listener) wakeOnNotify(options.listener, wakeSignal);
  let isStopping = false;
  const run = async () => {
    while (!isStopping) {
      const begun = await pollOutbox(worker);
      const isFull = worker.inProgress.size >= parallel;
      if (!isStopping && (begun === 0 || isFull)) await wakeSignal.wait(pollMs);
    }
  };
  const running = run();
  const renewal = setInterval(
    () => void renewInProgress(worker),
    context.settings.outboxLeaseMs / RENEWALS_PER_LEASE,
  );
  return {
    async stop() {
      isStopping = true;
      wakeSignal.raise();
      await running;
      await finishInProgress(worker, stopWithinMs);
      clearInterval(renewal);
    },
    idle: () => waitUntilIdle(worker),
  };
}
