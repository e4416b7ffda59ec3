/**
 * Finds the Chromium and the Chinese font that the browser tests need; as root on Debian it
 * installs them.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { printLine, runCommand } from "./command.mjs";

/** Debian's build of Chromium without windows: the same engine, with a fifth less CPU time. */
const HEADLESS = "chromium-headless-shell";
const NAMES = [HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const OTHER_PATHS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const FONT_FOLDERS = [
  "/usr/share/fonts/opentype/noto",
  "/usr/share/fonts/noto-cjk",
  "/usr/share/fonts/truetype/wqy",
];
const FONT = "fonts-noto-cjk";

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const inPath = (names) => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
};

/** Returns the path of a Chromium, or undefined. CHROMIUM_PATH overrides the search. */
function findChromium() {
  const paths = [process.env.CHROMIUM_PATH, ...inPath(NAMES), ...OTHER_PATHS];
  return paths.filter(Boolean).find(isProgram);
}

/** Whether CHROMIUM_PATH or the installed packages give the browser that the tests prefer. */
const hasPreferred = () =>
  isProgram(process.env.CHROMIUM_PATH ?? "") || inPath([HEADLESS]).some(isProgram);

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

const installPackages = (...names) =>
  apt("install", "-y", "-q", "--no-install-recommends", ...names);

/** Installs what is missing; a release without the headless build gets the usual Chromium. */
async function installMissing() {
  const font = hasChineseFont() ? [] : [FONT];
  const browser = hasPreferred() ? [] : [HEADLESS];
  printLine(`Installing ${[...browser, ...font].join(" and ")} for the browser tests …`);
  await apt("update", "-q");
  if (await installPackages(...browser, ...font)) return;
  if (!isComplete()) await installPackages("chromium", FONT);
}

/**
 * Returns the path of a Chromium that can show Chinese; undefined, after printing instructions,
 * when there is none and it cannot be installed.
 */
export async function requireBrowser() {
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall && !(hasPreferred() && hasChineseFont())) await installMissing();
  if (isComplete()) return findChromium();
  printLine("The browser tests need a Chromium and a Chinese font. Install them with");
  printLine(`    sudo apt-get update && sudo apt-get install -y chromium ${FONT}`);
  printLine("or leave those tests out with");
  printLine("    npm test -- --no-browser");
  return undefined;
}
