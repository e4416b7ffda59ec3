/** The public actions of the cards module: storing, revealing, voiding and counting cards. */
export {
  deliveredValidUntil,
  storeCards,
  countRevealed,
  voidCards,
  voidUnseenCards,
} from "./actions/store-cards.ts";
export { markUsed, revealCard } from "./actions/reveal.ts";
export { cardsOfOrder, countCards, countOfOrder } from "./store.ts";
export { walletCard } from "./model.ts";
export { countUsableCards } from "./actions/merge.ts";
