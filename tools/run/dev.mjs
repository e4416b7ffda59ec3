/**
 * Serves during development: vite with hot reload for the member app and the console, and the
 * product restarted when its sources change.
 */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { packageScript, printLine } from "./command.mjs";
import { install } from "./install.mjs";
import { pathOf, root } from "./paths.mjs";

const QUIET_MS = 300;
const WATCHED = ["contract/src", "server/src", "server/migrations", "sandbox/src"];

function startProduct() {
  const args = [pathOf("tools/run.mjs"), "start", "--no-member"];
  return spawn(process.execPath, args, { cwd: root, stdio: "inherit", detached: true });
}

const ended = (child) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once("exit", done));

async function stop(child) {
  child.kill("SIGTERM");
  await ended(child);
}

export async function run() {
  await install();
  const port = process.env.PORT ?? "8080";
  const env = { ...process.env, SERVER_ORIGIN: `http://127.0.0.1:${port}` };
  const [file, ...args] = [...packageScript("vite/bin/vite.js"), "--clearScreen", "false"];
  // The member app's vite passes /console on to the console's.
  const apps = ["member", "console"].map((app) =>
    spawn(file, args, { cwd: pathOf(app), env, stdio: "inherit", detached: true }),
  );
  let product = startProduct();
  let turn = Promise.resolve();
  let quiet;

  const restart = async () => {
    printLine("The sources changed; starting again …");
    await stop(product);
    product = startProduct();
  };
  for (const path of WATCHED) {
    watch(pathOf(path), { recursive: true }, (_event, name) => {
      if (name?.includes(".test.")) return;
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        turn = turn.then(restart);
      }, QUIET_MS);
    });
  }
  const shutDown = async () => {
    clearTimeout(quiet);
    await turn;
    await Promise.all([product, ...apps].map(stop));
    process.exit(0);
  };
  process.once("SIGINT", shutDown);
  process.once("SIGTERM", shutDown);
}
