/** The public actions of the merging module. */
export { transferDue, transferRemaining } from "./actions/transfer.ts";
export { mergeByPhone, mergeMembers, previewMerge } from "./actions/merge.ts";
export { listMerges } from "./store.ts";
