/** Installs exactly the packages of package-lock.json when node_modules differs from it. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { printLine, runCommand, secondsSince } from "./command.mjs";
import { pathOf } from "./paths.mjs";

const STAMP = pathOf("node_modules/.stamp");
const HEARTBEAT_MS = 10_000;

const packagesOf = (path) => JSON.parse(readFileSync(path, "utf8")).packages;

/** Whether a manual `npm install` has already installed everything. */
function isInPlace() {
  const installedLock = pathOf("node_modules/.package-lock.json");
  if (!existsSync(installedLock)) return false;
  const installed = packagesOf(installedLock);
  return Object.entries(packagesOf(pathOf("package-lock.json")))
    .filter(([path]) => path !== "")
    .every(([path, wanted]) => {
      const found = installed[path];
      if (!found) return wanted.optional === true;
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

/**
 * Runs the npm that called this script, or the one in PATH. The build needs development tools,
 * whatever NODE_ENV is.
 */
function npm(...verb) {
  const args = [...verb, "--include=dev", "--prefer-offline", "--no-audit", "--no-fund"];
  const path = process.env.npm_execpath;
  const npmItself = path?.endsWith("npm-cli.js") ? [process.execPath, path] : ["npm"];
  return runCommand([...npmItself, ...args], { shown: true });
}

/** Makes node_modules match the lock file. Ends the process when that fails. */
export async function install() {
  const wanted = createHash("sha256")
    .update(readFileSync(pathOf("package-lock.json")))
    .digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  if (!isInPlace()) {
    const start = performance.now();
    printLine("Installing packages (the first time only; a minute or so) …");
    const heartbeat = setInterval(() => printLine(`  … ${secondsSince(start)}`), HEARTBEAT_MS);
    let { code } = await npm("ci");
    // `npm ci` refuses a lock for small differences that `npm install` tolerates; --no-save leaves
    // the lock unchanged.
    if (code !== 0) ({ code } = await npm("install", "--no-save"));
    clearInterval(heartbeat);
    if (code !== 0) {
      console.error("The packages could not be installed; see the error of npm above.");
      process.exit(1);
    }
    printLine(`Installed in ${secondsSince(start)}.`);
  }
  writeFileSync(STAMP, wanted);
}
