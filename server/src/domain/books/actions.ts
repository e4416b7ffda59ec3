/** What may be asked of the books. */
export { closeCase, healCases, openCase } from "./actions/cases.ts";
export { reconcile } from "./actions/reconcile.ts";
export { beginRun, finishRun } from "./actions/runs.ts";
