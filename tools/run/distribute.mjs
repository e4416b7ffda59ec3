/** `npm run distribute` and `npm run cluster-check`: the product's tables on a Citus cluster. */
import { runServerCommand } from "./server-command.mjs";

export const run = (verb, args) =>
  runServerCommand(
    "distribute.js",
    ({ runClusterCheck, runDistribute }) =>
      verb === "cluster-check" ? runClusterCheck : runDistribute,
    args,
  );
