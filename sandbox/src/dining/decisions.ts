/** Brings each accepted order to its end when its time has come: codes, or the store's refusal. */
import type { Chance } from "../chance.ts";
import type { Agenda, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Offer } from "./acceptance.ts";
import type { KnownOrder } from "./orders.ts";
import { createPickupCodes } from "./pickup-codes.ts";

export type DecisionDoors = {
  journal: Journal<KnownOrder>;
  offer: Offer;
  clock: Clock;
  agenda: Agenda;
  chance: Chance;
  /** Hears of every order that has come to its end. */
  onEnd: (order: KnownOrder) => void;
};

/** Answers what makes an accepted order be decided at its `decideAt`, if it has one. */
export function createDecisions(doors: DecisionDoors): (order: KnownOrder) => void {
  const { journal, clock, agenda, chance, offer } = doors;
  const given = journal.values().flatMap((order) => order.codes?.map(({ code }) => code) ?? []);
  const codesFor = createPickupCodes(chance, given);

  const ended = (order: KnownOrder): KnownOrder => {
    const { decideAt: _, ...settled } = order;
    if (!order.wanted || order.decision === "failed") {
      return { ...settled, state: "failed", reason: "STORE_CANCELLED" };
    }
    const { storeCode, pickupAt } = order.wanted;
    const store = offer.stores.find(({ supplierCode }) => supplierCode === storeCode);
    const codes = codesFor(order.wanted, store?.brand);
    return { ...settled, state: "issued", codes, validUntil: endOfDay(pickupAt, clock.now()) };
  };

  const decide = (outNo: string) => {
    const order = journal.get(outNo);
    if (order?.state !== "accepted") return;
    const next = ended(order);
    journal.put(outNo, next);
    doors.onEnd(next);
  };

  return ({ outNo, decideAt }) => {
    if (decideAt !== undefined) agenda.at(decideAt, () => decide(outNo));
  };
}

/** The day in China, as YYYY-MM-DD. China keeps one time all year, eight hours before UTC. */
export function dayInChina(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** Codes may be used until the pickup day ends in China. */
function endOfDay(pickupAt: string, now: Date): string {
  const day = dayInChina(pickupAt === "now" ? now : new Date(pickupAt));
  return new Date(`${day}T23:59:59+08:00`).toISOString();
}
