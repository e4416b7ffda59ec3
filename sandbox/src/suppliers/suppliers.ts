/**
 * The four sandbox suppliers, each with its own order journal, random generator and callback key.
 */
import type { FastifyInstance } from "fastify";
import { cardsBehaviour } from "../cards/behaviour.ts";
import { createSeededRandom } from "../seeded-random.ts";
import type { Offer } from "../dining/acceptance.ts";
import { addOfferRoutes } from "../dining/routes.ts";
import { diningBehaviour } from "../dining/behaviour.ts";
import type { Journal } from "../journal.ts";
import { callbackKeyId, type PartnerKey } from "../keys.ts";
import { movieBehaviour } from "../movie/behaviour.ts";
import { topupBehaviour } from "../topup/behaviour.ts";
import { type FaultKnobs, type SupplierId, supplierIds } from "./faults.ts";
import type { KnownOrder, SupplierOrderRequest } from "./orders.ts";
import type { PriceLists } from "./prices.ts";
import { createSupplier, type SupplierDeps } from "./supplier.ts";
import type { SupplierBehaviour } from "./behaviour.ts";

/** The order journals, by supplier. */
export type OrderJournals = Readonly<Record<SupplierId, Journal<KnownOrder>>>;

type OwnDeps = "journal" | "trade" | "chance" | "faults" | "key" | "prices";
type SuppliersDeps = Omit<SupplierDeps<SupplierOrderRequest>, OwnDeps> & {
  priceLists: PriceLists;
  offer: Offer;
  knobs: FaultKnobs;
  seed: number;
  callbackKey: PartnerKey;
  /** Opens a supplier's order journal. */
  open: <W extends SupplierOrderRequest>(id: SupplierId) => Journal<KnownOrder<W>>;
};

export function createSuppliers(deps: SuppliersDeps) {
  const { offer, knobs, seed, callbackKey, priceLists } = deps;

  function build<W extends SupplierOrderRequest>(
    id: SupplierId,
    tradeOf: (catalogue: {
      chance: ReturnType<typeof createSeededRandom>;
      given: string[];
    }) => SupplierBehaviour<W>,
  ) {
    const journal = deps.open<W>(id);
    // Each supplier has its own generator, so that the traffic of one does not change the results
    // of another.
    const chance = createSeededRandom(seed + supplierIds.indexOf(id));
    const given = journal.values().flatMap((order) => order.codes?.map(({ code }) => code) ?? []);
    const key = { ...callbackKey, keyId: callbackKeyId(id) };
    const own = { journal, chance, key, trade: tradeOf({ chance, given }) };
    const set = { faults: () => knobs.get(id), prices: () => priceLists.of(id) };
    return { journal, ...createSupplier<W>({ ...deps, ...own, ...set }) };
  }

  const all = {
    dining: build("dining", (catalogue) => diningBehaviour(offer, catalogue)),
    topup: build("topup", () => topupBehaviour),
    cards: build("cards", ({ chance, given }) => cardsBehaviour(chance, given)),
    movie: build("movie", ({ chance, given }) => movieBehaviour(chance, given)),
  };
  const journals: OrderJournals = {
    dining: all.dining.journal,
    topup: all.topup.journal,
    cards: all.cards.journal,
    movie: all.movie.journal,
  };
  return {
    journals,
    /** Must be called in a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addOfferRoutes(app, offer);
      for (const id of supplierIds) all[id].addRoutes(app);
    },
    /** Resumes the orders and callbacks that were open when the process ended. */
    resume(): void {
      for (const id of supplierIds) all[id].resume();
    },
  };
}
