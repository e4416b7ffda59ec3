/** What may be asked of the levels room. */
export { addGrowth, grow, ladderOf, levelOf, standingOf } from "./actions/standing.ts";
