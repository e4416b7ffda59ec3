/** Public actions of the reports module. */
export { readReport } from "./actions/read.ts";
