/** `npm run figures -- rebuild`: sums the figures of every hour again from the ledger and the orders. */
import { runServerCommand } from "./server-command.mjs";

export const run = (_verb, args) =>
  runServerCommand("figures.js", ({ runFiguresCommand }) => runFiguresCommand, args);
