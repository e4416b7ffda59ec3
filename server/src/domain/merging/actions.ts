/** What may be asked of the merging room. */
export { transferDue, transferRemaining } from "./actions/transfer.ts";
export { mergeByPhone, mergeMembers, previewMerge } from "./actions/merge.ts";
export { listMerges, type MergeRow } from "./store.ts";
