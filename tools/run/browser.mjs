/**
 * Finds the Chromium and the Chinese font that the browser tests need; as root on Debian it
 * installs them.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { printLine, runCommand } from "./command.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const OTHER_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const FONT_FOLDERS = [
  "/usr/share/fonts/opentype/noto",
  "/usr/share/fonts/noto-cjk",
  "/usr/share/fonts/truetype/wqy",
];
const PACKAGES = ["chromium", "fonts-noto-cjk"];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a Chromium, or undefined. CHROMIUM_PATH overrides the search. */
export function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...found, ...OTHER_PATHS].filter(Boolean).find(isProgram);
}

function hasChineseFont() {
  if (process.platform === "darwin") return true;
  const listed = spawnSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" });
  if (listed.status === 0) return listed.stdout.trim() !== "";
  return FONT_FOLDERS.some(
    (path) => existsSync(path) && readdirSync(path).some((f) => /CJK|wqy/i.test(f)),
  );
}

const isComplete = () => findChromium() !== undefined && hasChineseFont();

async function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return (await runCommand(["apt-get", ...args], { env, shown: true })).code === 0;
}

/**
 * Returns the path of a Chromium that can show Chinese; undefined, after printing instructions,
 * when there is none and it cannot be installed.
 */
export async function requireBrowser() {
  if (!isComplete() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    printLine(`Installing ${PACKAGES.join(" and ")} for the browser tests …`);
    await apt("update", "-q");
    await apt("install", "-y", "-q", "--no-install-recommends", ...PACKAGES);
  }
  if (isComplete()) return findChromium();
  printLine("The browser tests need a Chromium and a Chinese font. Install them with");
  printLine(`    sudo apt-get update && sudo apt-get install -y ${PACKAGES.join(" ")}`);
  printLine("or leave those tests out with");
  printLine("    npm test -- --no-browser");
  return undefined;
}
