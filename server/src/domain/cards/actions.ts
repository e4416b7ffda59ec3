/** What may be asked of the cards room: keeping, ending and counting cards, and who has seen one. */
export {
  deliveredUntil,
  type Kept,
  keepCards,
  revealedOf,
  voidCards,
  voidUnseenCards,
} from "./actions/keep.ts";
export { markUsed, revealCard } from "./actions/reveal.ts";
export type { OrderNames } from "./actions/wallet.ts";
export { cardsOfOrder, countCards, countOfOrder } from "./store.ts";
export { walletCard } from "./model.ts";
export { countUseful } from "./actions/merge.ts";
