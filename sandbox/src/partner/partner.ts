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
  runtime: {
    journals: PartnerJournals;
    key: PartnerKey;
    clock: Clock;
    agenda: Scheduler;
    seed: number;
    origin: () => string | undefined;
    closing: AbortSignal;
  },
): void {
  const { journals, clock, agenda, origin, closing, key } = runtime;
  const wires = {
    clock,
    agenda,
    origin,
    closing,
    key,
    chance: createSeededRandom(runtime.seed + 100),
  };
  const faultsOf = (id: string) => journals.partnerFaults.get(id) ?? noPartnerFaults;
  const push = createPush({ ...wires, faults: faultsOf });
  const deps = {
    ...wires,
    orders: createOrders(journals.partnerOrders, clock, push),
    faults: journals.partnerFaults,
    visits: journals.partnerVisits,
  };
  app.register(async (open) => {
    addPartnerPages(open, deps);
    addPartnerTestRoutes(open, deps);
    addPartnerControlPage(open, deps);
  });
  app.register(async (signed) => {
    guardWithSignature(signed, createSignatureCheck(key, clock));
    addPartnerApi(signed, deps);
  });
}
