/** What may be asked of the levels room. */
export { changeLevel, giveLevel } from "./actions/change.ts";
export { addGrowth, grow, ladderOf, levelOf, standing, standingOf } from "./actions/standing.ts";
export { tidyLevels } from "./actions/tidy.ts";
export { growthOf, moveGrowth } from "./actions/merge.ts";
