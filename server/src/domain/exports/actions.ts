/** Public actions of the exports module. */
export { beginExport } from "./actions/begin.ts";
export { clearApprovals, clearHandler, proposeClear } from "./actions/clear.ts";
export {
  cancelExport,
  createExportLink,
  exportDetail,
  exportPage,
  openExport,
} from "./actions/read.ts";
export { writeExport } from "./actions/write.ts";
export { exportStateOf } from "./store/exports.ts";
