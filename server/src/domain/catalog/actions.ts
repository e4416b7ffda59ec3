/** Public actions of the catalogue. */
export { type PointsOffer, pointsOffers } from "./actions/points-offers.ts";
export { updateFavourite } from "./actions/favourites.ts";
export { listSellables, type SellableBenefit } from "./actions/list-sellables.ts";
export { listAllBenefits } from "./actions/list-all.ts";
export {
  lastCountedDay,
  storeExchangeCounts,
} from "./actions/exchange-counts.ts";
export { homePage } from "./actions/home.ts";
export { benefitPage } from "./actions/list.ts";
export { brands, categories } from "./actions/categories-and-brands.ts";
export { benefitDetail } from "./actions/detail.ts";
export { reportLostPage } from "./actions/lost-page.ts";
export { type CityOf, cityCodeOf } from "./city.ts";
export { shortCityName } from "./model.ts";
export { offerQueries, sellablesOf, sellables } from "./actions/sellables.ts";
export { suggest } from "./actions/suggest.ts";
export { createShop, type Shop } from "./catalog-cache.ts";
export { validityOf } from "./validity.ts";

export { codeSkus } from "./actions/operator/code-skus.ts";
export { lossApprovals } from "./actions/operator/loss-approvals.ts";
export { lossHandler, proposeLoss } from "./actions/operator/loss-proposal.ts";
export {
  createGoods,
  type DraftDeps,
  restoreVersion,
  saveDraft,
} from "./actions/operator/drafts.ts";
export {
  goodsDetail,
  goodsDiff,
  goodsPage,
  type GoodsReader,
  goodsVersions,
} from "./actions/operator/goods.ts";
export {
  hotWordLines,
  namedGroups,
  orderTaxonomy,
  setHotWord,
  setNamed,
} from "./actions/operator/taxonomy.ts";
export {
  type HomeDeps,
  homeDetail,
  homeDiff,
  homePreview,
  homeVersions,
} from "./actions/operator/home-page.ts";
export {
  publishHome,
  rollBackHome,
  saveHomeDraft,
  withdrawHome,
} from "./actions/operator/home-publish.ts";
export {
  contractDetail,
  contractForms,
  contractLines,
  setContract,
  textsOfTerms,
} from "./actions/operator/contracts.ts";
export { contractStateOf } from "./store/contracts.ts";
export { changePrice, scheduledPrices, withdrawPrice } from "./actions/operator/price.ts";
export {
  publishBenefit,
  unpublishBenefit,
} from "./actions/operator/publish.ts";
export {
  purchaseCountsQuery,
  eraseFavourites,
} from "./store.ts";
export {
  changeStock,
  lowStock,
  switchSku,
  undoSale,
} from "./actions/operator/stock.ts";
export {
  benefitStateOf,
  draftStateOf,
  hotWordStateOf,
  namedStateOf,
  orderingStateOf,
  priceStateOf,
  routeStateOf,
  skuStateOf,
  supplierCostsOf,
} from "./store/audited.ts";
export { makePicture, pictureSize, sharePicture } from "./actions/operator/pictures.ts";
export { goodsPreview } from "./actions/operator/preview.ts";
export { importPrices } from "./actions/operator/price-import.ts";
export { costsOfRoute, setRoute } from "./actions/operator/routes.ts";
export { homeStateOf } from "./store/home-page.ts";
export { lockPicture, photoSql, removeUnusedPictures } from "./store/pictures.ts";
export { productNames, routesOfSku } from "./store/supplier-routes.ts";
