/**
 * `npm run cluster -- upgrade`: leads a running cluster to the build of this checkout without a pause, in
 * the steps of `docs/deploy-many-machines.md`: migrate, the workers, the web processes, the counts.
 */
import { existsSync, readFileSync } from "node:fs";
import { printLine, secondsSince } from "../command.mjs";
import { root } from "../paths.mjs";
import { runServerCommand } from "../server-command.mjs";
import { clusterPlaces, pooledUrl } from "./places.mjs";
import { setProduct } from "./product.mjs";
import { isReady, waitUntil } from "./servers.mjs";

/** As long as a unit of `deploy/systemd` may take to stop, in ms. */
const STOP_WITHIN_MS = 30_000;
const ORDER = ["worker-1", "worker-2", "web-1", "web-2"];

const pidOf = ({ state }, name) => JSON.parse(readFileSync(state, "utf8")).pids[name];

/** Ends a process in order and waits until its successor, which the cluster starts, is ready. */
async function replace(places, name) {
  const began = performance.now();
  const former = pidOf(places, name);
  if (former === undefined) throw new Error(`${name} does not run`);
  process.kill(former, "SIGTERM");
  const late = setTimeout(() => process.kill(former, "SIGKILL"), STOP_WITHIN_MS);
  await waitUntil(() => !existsSync(`/proc/${former}`), `${name} ended`);
  clearTimeout(late);
  await waitUntil(() => ![undefined, former].includes(pidOf(places, name)), `${name} started`);
  const origin = `http://${places.host}:${places.ports[name]}`;
  await waitUntil(() => isReady(origin), `${name} is ready`);
  printLine(`· ${name} runs the new build after ${secondsSince(began)}`);
}

/** Runs a command of the server on the cluster's database, as the owner and as the application. */
async function onDatabase(places, file, commandOf, args) {
  Object.assign(process.env, {
    NODE_ENV: "development",
    DATA_DIR: `${places.directory}/data`,
    DATABASE_URL: pooledUrl(places, "yunjing_app", "yunjing"),
    DATABASE_OWNER_URL: pooledUrl(places, "yunjing_owner", "yunjing_session"),
  });
  await runServerCommand(file, commandOf, args);
  if (process.exitCode) throw new Error("The upgrade stopped; the former build goes on.");
}

/** Upgrades the cluster; throws at the first step that fails. */
export async function upgrade() {
  const places = clusterPlaces(process.env);
  await onDatabase(places, "migrate.js", ({ runMigrate }) => runMigrate, []);
  setProduct(places, root);
  for (const name of ORDER) await replace(places, name);
  await onDatabase(places, "figures.js", ({ runFiguresCommand }) => runFiguresCommand, ["recount"]);
  printLine("upgraded");
}
