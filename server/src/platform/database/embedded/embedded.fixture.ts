/** A process that owns the database of the given directory, reports it, and waits to be killed. */
import { startEmbedded } from "../embedded.ts";

const database = await startEmbedded({
  dataDir: process.argv[2] ?? "",
  log: (line) => process.stderr.write(`${line}\n`),
  durable: true,
});
process.stdout.write(`${database.ownerUrl}\n`);
setInterval(() => undefined, 1_000);
