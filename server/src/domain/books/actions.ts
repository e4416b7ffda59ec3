/** What may be asked of the books. */
export { openCase } from "./actions/cases.ts";
export { beginRun, finishRun } from "./actions/runs.ts";
