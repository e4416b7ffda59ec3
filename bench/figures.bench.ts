/**
 * Measures how long the sums of one hour take in a shop with a million orders a day.
 * `BENCH_ORDERS=3000` only shows that it runs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { rebuildHours } from "@yunjing/server/domain/figures/actions";
import { SUPERUSER } from "@yunjing/server/platform/database/embedded/create";
import { Client } from "pg";
import { startBenchServer } from "./bench-server.ts";
import { cloneMember } from "./clone-member.ts";

const CLONED = "13800000001";
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);
/** Milliseconds until the demo's suppliers have delivered. */
const DEMO_SETTLES_MS = 15_000;
const GOAL_S = 5;

const server = await startBenchServer("light");
await sleep(DEMO_SETTLES_MS);
const client = new Client({
  connectionString: server.ownerUrl.replace("yunjing_owner", SUPERUSER),
});
await client.connect();
const made = await cloneMember(client, CLONED, ORDERS);
// A day of orders, evenly spread.
await client.query(
  "UPDATE orders SET paid_at = now() - random() * interval '24 hours' WHERE paid_at IS NOT NULL",
);
await client.query("VACUUM ANALYZE");
const began = performance.now();
const { hours } = await rebuildHours(server.context, server.db);
const seconds = (performance.now() - began) / 1_000;
process.stdout.write(
  `${made.toLocaleString("en-US")} orders, ${hours} hours with events in ${seconds.toFixed(1)} s\n` +
    `  ${(seconds / Math.max(1, hours)).toFixed(2)} s an hour, goal: at most ${GOAL_S} s; the open hour is summed every minute\n`,
);
await client.end();
await server.close();
process.exit(0);
