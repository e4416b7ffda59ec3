/**
 * The registry of the sandbox suppliers: the name and the behaviour of each. Its order journal,
 * fault settings, prices, callbacks and control page follow from its id.
 */
import { cardsBehaviour } from "../cards/behaviour.ts";
import type { Offer } from "../dining/acceptance.ts";
import { diningBehaviour } from "../dining/behaviour.ts";
import { movieBehaviour } from "../movie/behaviour.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { topupBehaviour } from "../topup/behaviour.ts";
import type { SupplierBehaviour } from "./behaviour.ts";
import type { SupplierOrderRequest } from "./orders.ts";

/** What a behaviour may depend on. */
type BehaviourDeps = {
  /** The stores and menus on offer. */
  readonly offer: Offer;
  readonly chance: SeededRandom;
  /** The codes of earlier orders, which are not issued again. */
  readonly given: readonly string[];
};
type SupplierEntry = {
  /** The title on the control page. */
  readonly name: string;
  readonly createBehaviour: (deps: BehaviourDeps) => SupplierBehaviour<SupplierOrderRequest>;
};

/** By supplier id. A new entry comes last: the place of an entry decides its random numbers. */
export const supplierEntries = {
  dining: { name: "点餐", createBehaviour: ({ offer, ...deps }) => diningBehaviour(offer, deps) },
  topup: { name: "话费与会员直充", createBehaviour: () => topupBehaviour },
  cards: { name: "卡券", createBehaviour: ({ chance, given }) => cardsBehaviour(chance, given) },
  movie: { name: "电影票", createBehaviour: ({ chance, given }) => movieBehaviour(chance, given) },
} satisfies Readonly<Record<string, SupplierEntry>>;

export type SupplierId = keyof typeof supplierEntries;
const isSupplierId = (id: string): id is SupplierId => Object.hasOwn(supplierEntries, id);
export const supplierIds: readonly SupplierId[] = Object.keys(supplierEntries).filter(isSupplierId);
