/** The four pretend suppliers, each with its own book, its own chance and its own key for calling back. */
import type { FastifyInstance } from "fastify";
import { cardsTrade } from "../cards/trade.ts";
import { createChance } from "../chance.ts";
import type { Offer } from "../dining/acceptance.ts";
import { addOfferRoutes } from "../dining/routes.ts";
import { diningTrade } from "../dining/trade.ts";
import type { Journal } from "../journal.ts";
import { callbackKeyId, type PartnerKey } from "../keys.ts";
import { movieTrade } from "../movie/trade.ts";
import { topupTrade } from "../topup/trade.ts";
import { type FaultKnobs, type SupplierId, supplierIds } from "./faults.ts";
import type { KnownOrder, Wanted } from "./orders.ts";
import type { PriceLists } from "./prices.ts";
import { createSupplier, type SupplierDoors } from "./supplier.ts";
import type { Trade } from "./trade.ts";

/** What each supplier saw, by supplier. */
export type Books = Readonly<Record<SupplierId, Journal<KnownOrder>>>;

type OwnDoors = "journal" | "trade" | "chance" | "faults" | "key" | "prices";
type Doors = Omit<SupplierDoors<Wanted>, OwnDoors> & {
  priceLists: PriceLists;
  offer: Offer;
  knobs: FaultKnobs;
  seed: number;
  callbackKey: PartnerKey;
  /** Opens a supplier's book. */
  open: <W extends Wanted>(id: SupplierId) => Journal<KnownOrder<W>>;
};

export function createSuppliers(doors: Doors) {
  const { offer, knobs, seed, callbackKey, priceLists } = doors;

  function build<W extends Wanted>(
    id: SupplierId,
    tradeOf: (world: { chance: ReturnType<typeof createChance>; given: string[] }) => Trade<W>,
  ) {
    const journal = doors.open<W>(id);
    // Each draws for itself, so that one's traffic does not change another's luck.
    const chance = createChance(seed + supplierIds.indexOf(id));
    const given = journal.values().flatMap((order) => order.codes?.map(({ code }) => code) ?? []);
    const key = { ...callbackKey, keyId: callbackKeyId(id) };
    const own = { journal, chance, key, trade: tradeOf({ chance, given }) };
    const set = { faults: () => knobs.get(id), prices: () => priceLists.of(id) };
    return { journal, ...createSupplier<W>({ ...doors, ...own, ...set }) };
  }

  const all = {
    dining: build("dining", (world) => diningTrade(offer, world)),
    topup: build("topup", () => topupTrade),
    cards: build("cards", ({ chance, given }) => cardsTrade(chance, given)),
    movie: build("movie", ({ chance, given }) => movieTrade(chance, given)),
  };
  const books: Books = {
    dining: all.dining.journal,
    topup: all.topup.journal,
    cards: all.cards.journal,
    movie: all.movie.journal,
  };
  return {
    books,
    /** To be called inside a part of the app that is already guarded by signature. */
    addRoutes(app: FastifyInstance): void {
      addOfferRoutes(app, offer);
      for (const id of supplierIds) all[id].addRoutes(app);
    },
    /** Picks up the orders and the callbacks that were under way when the process ended. */
    resume(): void {
      for (const id of supplierIds) all[id].resume();
    },
  };
}
