/** Runs the commands of this repository: `node tools/run.mjs <verb>`. Needs nothing but Node. */
import { requireNode } from "./run/node-version.mjs";

const verbs = {
  start: () => import("./run/start.mjs"),
  dev: () => import("./run/dev.mjs"),
  build: () => import("./run/build.mjs"),
  backup: () => import("./run/backup.mjs"),
  figures: () => import("./run/figures.mjs"),
  migrate: () => import("./run/migrate.mjs"),
  distribute: () => import("./run/distribute.mjs"),
  "cluster-check": () => import("./run/distribute.mjs"),
  "restore-drill": () => import("./run/restore-drill.mjs"),
  operator: () => import("./run/operator.mjs"),
  test: () => import("./run/test.mjs"),
  check: () => import("./run/test.mjs"),
  e2e: () => import("./run/test.mjs"),
  "test:long": () => import("./run/test.mjs"),
  bench: () => import("./run/bench.mjs"),
  screenshots: () => import("./run/screenshots.mjs"),
  cluster: () => import("./run/cluster.mjs"),
  simulate: () => import("./run/simulate.mjs"),
};

const [verb = "", ...args] = process.argv.slice(2);
requireNode();
if (!Object.hasOwn(verbs, verb)) {
  console.error(`Unknown command "${verb}". There are: ${Object.keys(verbs).join(", ")}.`);
  process.exit(2);
}
const { run } = await verbs[verb]();
await run(verb, args);
