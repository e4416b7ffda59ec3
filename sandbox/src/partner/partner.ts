/** The pretend partners together: pages, scripts, the desk, and the signed API. */
import type { FastifyInstance } from "fastify";
import { createChance } from "../chance.ts";
import type { Agenda, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { PartnerKey } from "../keys.ts";
import { guardWithSignature } from "../signed-door.ts";
import { createSignatureCheck } from "../signing.ts";
import { addPartnerDesk } from "./desk.ts";
import { createOrders, type PartnerOrder } from "./orders.ts";
import { createPush, noPartnerFaults, type PartnerFaults } from "./push.ts";
import { addPartnerApi, addPartnerPages, addPartnerScripts, type Seat } from "./routes.ts";

export type PartnerJournals = {
  partnerOrders: Journal<PartnerOrder>;
  partnerFaults: Journal<PartnerFaults>;
  partnerSeats: Journal<Seat>;
};

export function addPartners(
  app: FastifyInstance,
  world: {
    journals: PartnerJournals;
    key: PartnerKey;
    clock: Clock;
    agenda: Agenda;
    seed: number;
    origin: () => string | undefined;
    closing: AbortSignal;
  },
): void {
  const { journals, clock, agenda, origin, closing, key } = world;
  const wires = { clock, agenda, origin, closing, key, chance: createChance(world.seed + 100) };
  const faultsOf = (id: string) => journals.partnerFaults.get(id) ?? noPartnerFaults;
  const push = createPush({ ...wires, faults: faultsOf });
  const doors = {
    ...wires,
    orders: createOrders(journals.partnerOrders, clock, push),
    faults: journals.partnerFaults,
    seats: journals.partnerSeats,
  };
  app.register(async (open) => {
    addPartnerPages(open, doors);
    addPartnerScripts(open, doors);
    addPartnerDesk(open, doors);
  });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(key, clock));
    addPartnerApi(signed, doors);
  });
}
