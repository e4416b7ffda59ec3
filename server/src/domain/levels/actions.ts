/** Public actions of the levels module. */
export { changeLevel, grantLevel } from "./actions/operator.ts";
export {
  addGrowth,
  addOrderGrowth,
  listLevels,
  levelProgressOf,
  memberLevelQuery,
  memberLevelOf,
} from "./actions/member-level.ts";
export { settleDueLevels } from "./actions/settle.ts";
export { growthOf, moveGrowth } from "./actions/merge.ts";
export { levelStateOf, memberLevelStateOf } from "./store/audited.ts";
