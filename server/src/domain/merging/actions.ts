/** What may be asked of the merging room. */
export { carryDue, carryOver } from "./actions/carry.ts";
export { mergeByPhone, mergeMembers, previewMerge } from "./actions/merge.ts";
export { listMerges, type MergeRow } from "./store.ts";
