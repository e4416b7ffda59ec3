/** What may be asked of the cards room: keeping, ending and counting cards, and who has seen one. */
export { type Kept, keepCards, revealedOf, voidCards, voidUnseenCards } from "./actions/keep.ts";
export type { OrderNames } from "./actions/wallet.ts";
export { cardsOfItems, countCards } from "./store.ts";
export { countUseful } from "./actions/merge.ts";
