/** The actions on stores and menus. */
export {
  type CityReader,
  listCities,
  searchStores,
  showMenu,
  showSlots,
  showStore,
} from "./actions/browse.ts";
export {
  type CheckedMeal,
  checkMeal,
  setMealOf,
  type MealSelection,
} from "./actions/check-meal.ts";
export { favourStore } from "./actions/favourites.ts";
export { eraseFavouriteStores } from "./store/favourites.ts";
export { brandsWithMenus, setMealsOfBrands } from "./store.ts";
export {
  checkPrices,
  menuBrands,
  menuLines,
  type OperatorDeps,
  overrideProduct,
  overrideStore,
  storeLines,
  syncNow,
  syncRuns,
} from "./actions/operator.ts";
export {
  lastSyncStateOf,
  productOverrideStateOf,
  storeOverrideStateOf,
} from "./store/overrides.ts";
export { syncStores } from "./actions/sync.ts";
