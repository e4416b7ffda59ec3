/** `npm run restore-drill`: restores a backup beside the product, starts it and checks the books. */
import { runServerCommand } from "./server-command.mjs";

export const run = (_verb, args) =>
  runServerCommand("restore-drill.js", ({ runRestoreDrill }) => runRestoreDrill, args);
