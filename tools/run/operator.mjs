/** `npm run operator -- --phone PHONE`: creates the first administrators of an installation. */
import { runServerCommand } from "./server-command.mjs";

export const run = (_verb, args) =>
  runServerCommand("operator.js", ({ runOperatorCommand }) => runOperatorCommand, args);
