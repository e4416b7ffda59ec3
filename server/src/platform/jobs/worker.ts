/** The dispatcher: carries each message of the outbox at least once, in its aggregate's order, one carrier at a time. */
import type { Context } from "../context.ts";
import { type Listener, openListener } from "../database/listen.ts";
import type { Db } from "../database/pool.ts";
import { randomBelow } from "../random.ts";
import type { Couriers, Delivery } from "./outbox.ts";
import { type Carrier, carry, type DeadMessage, lookBack } from "./worker-carry.ts";
import { claim, isAnythingDue, putBack } from "./worker-claims.ts";
import { failureText } from "./worker-failure.ts";
import { type Bell, createBell, ringAtHints } from "./worker-wakeup.ts";

const LANES = 16;

export type WorkerOptions = {
  /** Messages carried at once; half the pool leaves the other half to the web. */
  readonly parallel?: number;
  readonly pollMs?: number;
  /** How long a stop waits for what is under way before it gives the leases back. */
  readonly stopWithinMs?: number;
  /** The process's ear for hints; without it polling alone finds the work. */
  readonly listener?: Listener | undefined;
  /** For a worker that is alone in its process: where it listens by itself. */
  readonly listenUrl?: string;
  /** Hears of every message that is given up. */
  readonly onDead?: (message: DeadMessage) => void;
};

export type Worker = {
  /** Stops claiming, finishes what is under way (at most 10 s), gives the rest back. */
  stop(): Promise<void>;
  /** For tests: until nothing is due and nothing is under way. */
  idle(): Promise<void>;
};

/** What one dispatcher has in hand. */
type Hands = {
  readonly carrier: Carrier;
  readonly bell: Bell;
  readonly parallel: number;
  readonly pollMs: number;
  readonly underWay: Map<Delivery, Promise<void>>;
  isClaiming: boolean;
  lookedBackAt: number;
};

const isQuiet = (hands: Hands): boolean => !hands.isClaiming && hands.underWay.size === 0;

/** One look at the outbox; answers how many messages it began. */
async function round(hands: Hands): Promise<number> {
  const { carrier, bell, parallel, pollMs, underWay } = hands;
  const { context, db } = carrier;
  const limit = Math.min(parallel - underWay.size, context.settings.outboxBatch);
  if (limit <= 0) return 0;
  hands.isClaiming = true;
  try {
    if (performance.now() - hands.lookedBackAt >= pollMs) {
      hands.lookedBackAt = performance.now();
      await lookBack(carrier);
    }
    const startLane = randomBelow(context.random, LANES);
    const claimed = await claim(context, db, { limit, startLane });
    for (const delivery of claimed) {
      const work = carry(carrier, delivery).finally(() => {
        underWay.delete(delivery);
        bell.ring();
      });
      underWay.set(delivery, work);
    }
    return claimed.length;
  } catch (error) {
    context.log.warn({ reason: failureText(error) }, "the outbox could not be read");
    return 0;
  } finally {
    hands.isClaiming = false;
  }
}

/** Waits for what is under way and gives back what does not end in time; its late completion will be refused. */
async function finish({ carrier, underWay }: Hands, withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((over) => {
    timer = setTimeout(over, withinMs);
  });
  await Promise.race([Promise.all(underWay.values()), patience]);
  clearTimeout(timer);
  for (const delivery of underWay.keys()) {
    const failure = { error: "the worker stopped", delayMs: 0 };
    await putBack(carrier.context, carrier.db, delivery, failure);
  }
}

async function untilIdle(hands: Hands): Promise<void> {
  const { carrier, bell } = hands;
  for (;;) {
    await lookBack(carrier);
    const wasQuiet = isQuiet(hands);
    const isDue = await isAnythingDue(carrier.context, carrier.db);
    if (wasQuiet && !isDue && isQuiet(hands)) return;
    bell.ring();
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Starts one dispatcher; any number may run beside it, in this process or in others. */
export function startWorker(
  context: Context,
  db: Db,
  couriers: Couriers,
  options: WorkerOptions = {},
): Worker {
  const { parallel = 4, pollMs = 1_000, stopWithinMs = 10_000 } = options;
  const carrier = { context, db, couriers, onDead: options.onDead };
  const bell = createBell();
  const hands: Hands = {
    carrier,
    bell,
    parallel,
    pollMs,
    underWay: new Map(),
    isClaiming: false,
    lookedBackAt: -Infinity,
  };
  const own = options.listenUrl ? openListener(options.listenUrl, context.log) : undefined;
  const listener = options.listener ?? own;
  if (listener) ringAtHints(listener, bell);
  let isStopping = false;
  const run = async () => {
    while (!isStopping) {
      const begun = await round(hands);
      const isFull = hands.underWay.size >= parallel;
      if (!isStopping && (begun === 0 || isFull)) await bell.wait(pollMs);
    }
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      bell.ring();
      await own?.close();
      await running;
      await finish(hands, stopWithinMs);
    },
    idle: () => untilIdle(hands),
  };
}
