/** Public actions of the figures module. */
export { rebuildHours, sumHours } from "./actions/roll-up.ts";
export { supplierSeries } from "./actions/supplier-series.ts";
export {
  fetching,
  liabilities,
  overview,
  redemptionsOfBatch,
  series,
  top,
} from "./actions/read.ts";
