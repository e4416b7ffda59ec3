/** `npm run migrate`: brings the database to the schema of this build, while the former build runs. */
import { runServerCommand } from "./server-command.mjs";

export const run = (_verb, args) =>
  runServerCommand("migrate.js", ({ runMigrate }) => runMigrate, args);
