/** The sandbox suppliers, each with its own order journal, random generator and callback key. */
import type { FastifyInstance } from "fastify";
import { createSeededRandom } from "../seeded-random.ts";
import type { Offer } from "../dining/acceptance.ts";
import { addOfferRoutes } from "../dining/routes.ts";
import type { Journal } from "../journal.ts";
import { callbackKeyId, type PartnerKey } from "../keys.ts";
import type { FaultKnobs } from "./faults.ts";
import type { KnownOrder, SupplierOrderRequest } from "./orders.ts";
import type { PriceLists } from "./prices.ts";
import { supplierEntries, type SupplierId, supplierIds } from "./registry.ts";
import { createSupplier, type SupplierDeps } from "./supplier.ts";

/** The order journals, by supplier. */
export type OrderJournals = ReadonlyMap<SupplierId, Journal<KnownOrder>>;

type OwnDeps = "id" | "journal" | "trade" | "chance" | "faults" | "key" | "prices" | "takeNext";
type SuppliersDeps = Omit<SupplierDeps<SupplierOrderRequest>, OwnDeps> & {
  priceLists: PriceLists;
  offer: Offer;
  knobs: FaultKnobs;
  seed: number;
  callbackKey: PartnerKey;
  /** Opens a supplier's order journal. */
  open: (id: SupplierId) => Journal<KnownOrder>;
};

export function createSuppliers(deps: SuppliersDeps) {
  const { offer, knobs, seed, callbackKey, priceLists } = deps;

  const all = supplierIds.map((id, index) => {
    const journal = deps.open(id);
    // Each supplier has its own generator, so that the traffic of one does not change the results
    // of another.
    const chance = createSeededRandom(seed + index);
    const given = journal.values().flatMap((order) => order.codes?.map(({ code }) => code) ?? []);
    const supplier = createSupplier({
      ...deps,
      id,
      journal,
      chance,
      key: { ...callbackKey, keyId: callbackKeyId(id) },
      trade: supplierEntries[id].createBehaviour({ offer, chance, given }),
      faults: () => knobs.get(id),
      takeNext: () => knobs.takeNext(),
      prices: () => priceLists.of(id),
    });
    return { id, journal, supplier };
  });
  const journals: OrderJournals = new Map(all.map(({ id, journal }) => [id, journal]));
  return {
    journals,
    /** Must be called in a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addOfferRoutes(app, offer);
      for (const { supplier } of all) supplier.addRoutes(app);
    },
    /** Resumes the orders and callbacks that were open when the process ended. */
    resume(): void {
      for (const { supplier } of all) supplier.resume();
    },
  };
}
