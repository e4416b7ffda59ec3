/** What may be asked of the catalogue. */
export { type PointsOffer, pointsOffers } from "./actions/points-offers.ts";
export { favour } from "./actions/favour.ts";
export { everyBenefit } from "./actions/everything.ts";
export { type ExchangedOn, exchangedUntil, keepExchanged } from "./actions/exchanged.ts";
export { homePage } from "./actions/home.ts";
export { benefitPage } from "./actions/list.ts";
export { brands, categories } from "./actions/names.ts";
export { oneBenefit } from "./actions/detail.ts";
export { reportLostPage } from "./actions/lost-page.ts";
export type { CityOf } from "./city.ts";
export { basket, offered, sellables } from "./actions/sellables.ts";
export { suggest } from "./actions/suggest.ts";
export { openShop, type Shop } from "./shelf.ts";
export { validityOf } from "./validity.ts";

export { scheduleBlock, type ScheduledBlock } from "./operate/blocks.ts";
export { offersOf } from "./operate/offers.ts";
export { changePrice, type NewPrice } from "./operate/price.ts";
export {
  type Publication,
  publishBenefit,
  unpublishBenefit,
  type Withdrawal,
} from "./operate/publish.ts";
export { bought, boughtOf, eraseFavourites } from "./store.ts";
export {
  changeStock,
  type LowStock,
  lowStock,
  type StockChange,
  switchSku,
  undoSale,
} from "./operate/stock.ts";
export { routesOfSku, setRouteOfSku } from "./route-store.ts";
