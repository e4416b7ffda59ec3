/** Assembles the sandbox partners: pages, test routes, control page and signed API. */
import type { FastifyInstance } from "fastify";
import { createSeededRandom } from "../seeded-random.ts";
import type { Scheduler, Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { PartnerKey } from "../keys.ts";
import { guardWithSignature } from "../signature-guard.ts";
import { createSignatureCheck } from "../signing.ts";
import { addPartnerControlPage } from "./control-page.ts";
import { createOrders, type PartnerOrder } from "./orders.ts";
import { createPush, noPartnerFaults, type PartnerFaults } from "./push.ts";
import {
  addPartnerApi,
  addPartnerPages,
  addPartnerTestRoutes,
  type PartnerVisit,
} from "./routes.ts";

export type PartnerJournals = {
  partnerOrders: Journal<PartnerOrder>;
  partnerFaults: Journal<PartnerFaults>;
  partnerVisits: Journal<PartnerVisit>;
};

export function addPartners(
  app: FastifyInstance,
  world: {
    journals: PartnerJournals;
    key: PartnerKey;
    clock: Clock;
    agenda: Scheduler;
    seed: number;
    origin: () => string | undefined;
    closing: AbortSignal;
  },
): void {
  const { journals, clock, agenda, origin, closing, key } = world;
  const wires = {
    clock,
    agenda,
    origin,
    closing,
    key,
    chance: createSeededRandom(world.seed + 100),
  };
  const faultsOf = (id: string) => journals.partnerFaults.get(id) ?? noPartnerFaults;
  const push = createPush({ ...wires, faults: faultsOf });
  const doors = {
    ...wires,
    orders: createOrders(journals.partnerOrders, clock, push),
    faults: journals.partnerFaults,
    visits: journals.partnerVisits,
  };
  app.register(async (open) => {
    addPartnerPages(open, doors);
    addPartnerTestRoutes(open, doors);
    addPartnerControlPage(open, doors);
  });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(key, clock));
    addPartnerApi(signed, doors);
  });
}
