/** In-memory suppliers that satisfy their port and can produce every fault of the sandbox. */
import type { Clock } from "../../../platform/clock.ts";
import { type Random, randomBelow } from "../../../platform/random.ts";
import type { Supplier, SupplierAnswer, SupplierEvent, SupplierOrder } from "../port.ts";

/** Shares from 0 to 1. */
export type FaultRates = {
  readonly timeoutButDone: number;
  readonly error500: number;
  readonly garbage: number;
  readonly refuse: number;
  readonly never: number;
  /** Accepted, and failed later. */
  readonly failLater: number;
  readonly duplicateCallback: number;
  readonly lateCallback: number;
  readonly lostCallback: number;
  /** A callback without its codes comes first. */
  readonly emptyCallback: number;
  /** The answer times out, and the order itself arrives later. */
  readonly lateArrival: number;
  /** Our own process dies while it waits for the answer. */
  readonly crash: number;
};

export const noFaults: FaultRates = {
  timeoutButDone: 0,
  error500: 0,
  garbage: 0,
  refuse: 0,
  never: 0,
  failLater: 0,
  duplicateCallback: 0,
  lateCallback: 0,
  lostCallback: 0,
  emptyCallback: 0,
  lateArrival: 0,
  crash: 0,
};
export const manyFaults: FaultRates = {
  timeoutButDone: 0.1,
  error500: 0.08,
  garbage: 0.04,
  refuse: 0.06,
  never: 0.03,
  failLater: 0.05,
  duplicateCallback: 0.15,
  lateCallback: 0.1,
  lostCallback: 0.15,
  emptyCallback: 0.03,
  lateArrival: 0.05,
  crash: 0.01,
};

export type Entry = {
  state: "open" | "issued" | "failed";
  /** When it ends, in ms; undefined: never. */
  endsAt: number | undefined;
  readonly end: "issued" | "failed";
};

const SECOND = 1_000;
const ARRIVAL_MS = 25 * SECOND;
const LATE_MS = 240 * SECOND;
const EMPTY_MS = 20 * SECOND;
const noAnswer: SupplierAnswer = { state: "unknown", reason: "no answer in time" };
export const codeOf = (outNo: string): string => `C-${outNo}`;

export type Callback = { readonly at: number; readonly event: SupplierEvent };

type Parts = {
  readonly clock: Clock;
  readonly random: Random;
  /** Its usual delivery time. */
  readonly workMs: number;
};

type FaultSettings = { faults: FaultRates };

const endOf = (id: string, outNo: string, end: Entry["end"]): SupplierAnswer =>
  end === "failed"
    ? { state: "failed", reason: "REFUSED" }
    : { state: "issued", supplierNo: `${id}-${outNo}`, codes: [{ code: codeOf(outNo) }] };

const diceOf = (random: Random) => (share: number) => randomBelow(random, 10_000) < share * 10_000;

/** The pending callbacks of a supplier. */
function createCallbackQueue(id: string, { clock, random }: Parts, settings: FaultSettings) {
  let callbacks: Callback[] = [];
  const happens = diceOf(random);
  const now = () => clock.now().getTime();
  const say = (outNo: string, at: number, mark: string, answer: SupplierAnswer) =>
    callbacks.push({ at, event: { eventId: `${outNo}-${mark}`, outNo, at: new Date(at), answer } });

  return {
    callBack(outNo: string, end: Entry["end"]): void {
      const { lostCallback, lateCallback, duplicateCallback, emptyCallback } = settings.faults;
      if (happens(lostCallback)) return;
      const at = now() + (happens(lateCallback) ? LATE_MS : 0);
      const answer = endOf(id, outNo, end);
      const isEmpty = answer.state === "issued" && happens(emptyCallback);
      if (isEmpty) say(outNo, at, "hollow", { ...answer, codes: [] });
      const sentAt = isEmpty ? at + EMPTY_MS : at;
      say(outNo, sentAt, "end", answer);
      if (!happens(duplicateCallback)) return;
      say(outNo, sentAt, "end", answer);
      say(outNo, sentAt, "end again", answer);
    },
    due(): Callback[] {
      const due = callbacks.filter(({ at }) => at <= now());
      callbacks = callbacks.filter(({ at }) => at > now());
      return due;
    },
    /** The callback was not accepted and is sent again. */
    again: (event: SupplierEvent) => void callbacks.push({ at: now() + 15 * SECOND, event }),
  };
}

/** The orders of a supplier, each decided once by its number. */
function createSupplierOrders(id: string, parts: Parts, settings: FaultSettings) {
  const { clock, random, workMs } = parts;
  const orders = new Map<string, Entry>();
  let arrivals: { outNo: string; at: number }[] = [];
  const happens = diceOf(random);
  const now = () => clock.now().getTime();
  const { callBack, due, again } = createCallbackQueue(id, parts, settings);

  function arrive(outNo: string): void {
    if (orders.has(outNo)) return;
    const { refuse, never, failLater } = settings.faults;
    if (happens(refuse)) {
      orders.set(outNo, { state: "failed", endsAt: undefined, end: "failed" });
      return;
    }
    const end = happens(failLater) ? "failed" : "issued";
    const endsAt = happens(never) ? undefined : now() + workMs / 2 + randomBelow(random, workMs);
    orders.set(outNo, { state: "open", endsAt, end });
  }
  function settle(outNo: string, entry: Entry): void {
    if (entry.state !== "open" || entry.endsAt === undefined || entry.endsAt > now()) return;
    entry.state = entry.end;
    callBack(outNo, entry.end);
  }
  function answerOf(outNo: string): SupplierAnswer | { state: "absent" } {
    const entry = orders.get(outNo);
    if (!entry) return { state: "absent" };
    settle(outNo, entry);
    return entry.state === "open"
      ? { state: "accepted", supplierNo: `${id}-${outNo}` }
      : endOf(id, outNo, entry.state);
  }
  return {
    orders,
    now,
    happens,
    arrive,
    settle,
    answerOf,
    again,
    arriveLate: (outNo: string) => void arrivals.push({ outNo, at: now() + ARRIVAL_MS }),
    /** Processes what is due: order arrivals and ends. Returns the due callbacks. */
    tick(): Callback[] {
      for (const { outNo } of arrivals.filter(({ at }) => at <= now())) arrive(outNo);
      arrivals = arrivals.filter(({ at }) => at > now());
      for (const [outNo, entry] of orders) settle(outNo, entry);
      return due();
    },
  };
}

/** Creates one supplier; its `world.faults` may be changed during the run. */
export function createFaultySupplier(id: string, parts: Parts) {
  const settings: FaultSettings = { faults: noFaults };
  const { orders, now, happens, arrive, arriveLate, settle, answerOf, tick, again } =
    createSupplierOrders(id, parts, settings);
  const queries: { outNo: string; at: number }[] = [];
  /** How an answer is lost; `before`: the supplier did nothing. */
  function answerLoss(): "before" | "after" | undefined {
    const { timeoutButDone, error500, garbage } = settings.faults;
    if (happens(error500)) return happens(0.5) ? "before" : "after";
    return happens(timeoutButDone) || happens(garbage) ? "after" : undefined;
  }

  const supplier: Supplier = {
    async place({ outNo }: SupplierOrder) {
      if (happens(settings.faults.lateArrival)) {
        arriveLate(outNo);
        return noAnswer;
      }
      const loss = answerLoss();
      if (loss === "before") return noAnswer;
      arrive(outNo);
      if (happens(settings.faults.crash)) throw new Error("the process crashed here");
      const answer = answerOf(outNo);
      return loss || answer.state === "absent" ? noAnswer : answer;
    },
    async query(outNo) {
      queries.push({ outNo, at: now() });
      return answerLoss() ? noAnswer : answerOf(outNo);
    },
    async cancel(outNo) {
      const loss = answerLoss();
      if (loss === "before") return noAnswer;
      const entry = orders.get(outNo);
      if (entry) settle(outNo, entry);
      if (entry?.state !== "issued" && entry?.state !== "failed") {
        orders.set(outNo, { state: "failed", endsAt: undefined, end: "failed" });
      }
      const answer = answerOf(outNo);
      return loss || answer.state === "absent" ? noAnswer : answer;
    },
  };
  return { id, supplier, orders, queries, settings, tick, again };
}
export type FaultySupplier = ReturnType<typeof createFaultySupplier>;
