/** Chooses the fault of a call, by the fault settings and by sentinel phone numbers. */
import type { FastifyReply } from "fastify";
import type { SeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import type { OrderOutcome } from "./order-intake.ts";
import type { Faults, NextFault } from "./faults.ts";

/** How an answer is broken: `before` fails before the work is done, all others after it. */
export type InjectedFault = "none" | "before" | "after" | "silence" | "garbage";

/** Last four digits of a phone that trigger a fault, so that it can be demonstrated manually. */
export const sentinels = {
  "0002": "delivers, but the answer to the order times out",
  "0003": "refused for good",
  "0004": "accepted, and never issued",
  "0005": "answers 500 without effect the first time, then works",
  "0006": "accepted, then failed after all",
} as const;

export type FaultInjector = {
  /** `mark` is the phone, or the field used in its place. */
  forPlaceCall: (order: { outNo: string; mark: string }) => {
    fault: InjectedFault;
    outcome: OrderOutcome;
  };
  forOtherCall: () => InjectedFault;
};

export function createFaultInjector(
  chance: SeededRandom,
  faults: () => Faults,
  takeNext: () => NextFault | undefined,
): FaultInjector {
  const brokenOnce = new Set<string>();

  const forOtherCall = (): InjectedFault => {
    const { error500, timeoutButDone, garbage } = faults();
    if (chance.chance(error500)) return chance.chance(0.5) ? "before" : "after";
    if (chance.chance(timeoutButDone)) return "silence";
    return chance.chance(garbage) ? "garbage" : "none";
  };

  const outcomeOf = (tail: string): OrderOutcome => {
    if (tail === "0003" || chance.chance(faults().refuse)) return "refused";
    if (tail === "0004" || chance.chance(faults().never)) return "never";
    return tail === "0006" ? "failed" : "issued";
  };

  return {
    forOtherCall,
    forPlaceCall({ outNo, mark }) {
      const next = takeNext();
      if (next === "timeout") return { fault: "silence", outcome: "issued" };
      if (next === "refuse") return { fault: "none", outcome: "refused" };
      const tail = mark.slice(-4);
      const outcome = outcomeOf(tail);
      if (tail === "0002") return { fault: "silence", outcome };
      if (tail === "0005" && !brokenOnce.has(outNo)) {
        brokenOnce.add(outNo);
        return { fault: "before", outcome };
      }
      return { fault: forOtherCall(), outcome };
    },
  };
}

type FaultDeps = { chance: SeededRandom; agenda: Scheduler; clock: Clock; answerDelayMs: number };

/** Sends the faulty answer instead of the real one. */
export function sendFaultyAnswer(reply: FastifyReply, fault: InjectedFault, deps: FaultDeps) {
  if (fault === "silence") {
    reply.hijack();
    const breakOffAt = deps.clock.now().getTime() + deps.answerDelayMs;
    deps.agenda.at(breakOffAt, () => reply.raw.destroy());
    return reply;
  }
  if (fault === "garbage") return deps.chance.oneOf(garbageKinds)(reply);
  return reply.code(500).send({ code: "BROKEN", message: "系统繁忙" });
}

/** Kinds of unreadable answers that partners have been seen to send. */
const garbageKinds: readonly [GarbageReply, ...GarbageReply[]] = [
  (reply) => reply.code(200).type("text/html").send("<html><body>系统维护中</body></html>"),
  (reply) => reply.code(200).type("application/json").send('{"outNo":"1","state":"fai'),
  (reply) =>
    reply
      .code(200)
      .type("application/json")
      .send(`["${"x".repeat(2_000_000)}"]`),
  (reply) => reply.code(200).send({ outNo: "of another order", state: "failed", reason: "LOST" }),
  (reply) => reply.code(200).send({ state: "issued", codes: [] }),
  (reply) => reply.code(404).type("text/html").send("<html><body>Not Found</body></html>"),
  (reply) => reply.redirect("http://127.0.0.1:9/inside", 302),
];
type GarbageReply = (reply: FastifyReply) => FastifyReply;
