/** `npm run backup -- DIRECTORY`: copies the embedded database, the files and the secret. */
import { runServerCommand } from "./server-command.mjs";

export const run = (_verb, args) =>
  runServerCommand("backup.js", ({ runBackup }) => runBackup, args);
