/**
 * Draws the picture that WeChat shows beside a shared page (member/public/share.png) from the whale
 * logo, with the browser of CHROMIUM_PATH. Run by hand when the logo changes; the picture is
 * committed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathOf } from "./paths.mjs";

/** WeChat cuts a square of at least 300 px out of the picture. */
const SIDE = 400;
const SEA = "#0f4b77";

// On the brand colour the body is white and the eye has the background colour, as on the splash.
const mark = readFileSync(pathOf("member/public/whale.svg"), "utf8")
  .replace('fill="#fff"', 'fill="ground"')
  .replace(`fill="${SEA}"`, 'fill="#fff"')
  .replace('fill="ground"', `fill="${SEA}"`);
const folder = mkdtempSync(join(tmpdir(), "share-picture-"));
const page = join(folder, "page.html");
writeFileSync(
  page,
  `<!doctype html><style>body { margin: 0; width: ${SIDE}px; height: ${SIDE}px; background: ${SEA};
    display: grid; place-items: center } svg { width: 66%; margin-top: -4% }</style>${mark}`,
);
const drawn = spawnSync(
  process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--screenshot=${pathOf("member/public/share.png")}`,
    `--window-size=${SIDE},${SIDE}`,
    `file://${page}`,
  ],
  { stdio: "inherit" },
);
rmSync(folder, { recursive: true });
process.exitCode = drawn.status ?? 1;
