/**
 * Takes every picture of docs/screenshots from a product with the demo's data; run by `npm run
 * screenshots`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { GALLERY } from "../../member/src/shell/facade/gallery.ts";
import { hideSandbox } from "../hide-sandbox.ts";
import { ask, type Login, logInByPhone, stateOf } from "../login.ts";
import { startProduct } from "../product.ts";
import { dialogSteps } from "./dialog-steps.ts";
import { screenshotsPage } from "./page.ts";
import type { Person, Shot, ShotContext } from "./shot.ts";
import { shots } from "./shots.ts";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const PHONE = { width: 390, height: 844 } as const;
/** Demo accounts; the newcomer has no data yet. */
const PHONES: Readonly<Record<Exclude<Person, "visitor">, string>> = {
  member: "13800000001",
  newcomer: "13700000099",
  dealer: "13800000003",
  operator: "13800000004",
};
/** Milliseconds until fonts, drawings and animations have settled. */
const SETTLE_MS = 1_200;
const TOAST_MS = 250;

const wanted = process.argv.slice(2);
const isWanted = (file: string): boolean =>
  wanted.length === 0 || wanted.some((part) => file.includes(part));

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForFunction(() => document.querySelector("#splash, [aria-busy='true']") === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(SETTLE_MS);
}

async function save(page: Page, file: string): Promise<void> {
  const path = join(DOCS, "screenshots", `${file}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
  process.stdout.write(`${file}\n`);
}

/** Opens a page in a new browser context with this login. */
async function openAs(browser: Browser, login: Login | undefined, options: BrowserContextOptions) {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...(login ? { storageState: stateOf(login) } : {}),
    ...options,
  });
  await context.addInitScript(hideSandbox);
  return context.newPage();
}

type ScreenshotSession = {
  readonly browser: Browser;
  readonly stage: ShotContext;
  readonly logins: ReadonlyMap<Person, Login>;
};

async function takeShot({ browser, stage, logins }: ScreenshotSession, shot: Shot): Promise<void> {
  const options = shot.viewport ? { viewport: shot.viewport } : {};
  const page = await openAs(browser, logins.get(shot.viewer), options);
  await page.goto(stage.origin + shot.path);
  await shot.steps?.(page, stage);
  await settle(page);
  await save(page, shot.file);
  await page.context().close();
}

async function takeDialogs({ browser, stage, logins }: ScreenshotSession): Promise<void> {
  for (const { id, label } of GALLERY) {
    if (!isWanted(`dialogs/${id}`)) continue;
    const page = await openAs(browser, logins.get("operator"), {});
    await page.goto(`${stage.origin}/pages/devop/debug?show=gallery`);
    await settle(page);
    await page.getByRole("button", { name: label, exact: true }).click();
    await dialogSteps[id]?.(page);
    if (!id.startsWith("loading"))
      await page.waitForTimeout(id.startsWith("toast") ? TOAST_MS : SETTLE_MS);
    await save(page, `dialogs/${id}`);
    await page.context().close();
  }
}

/** Takes the member's four posters side by side, as they are saved. */
async function takePosters({ browser, stage, logins }: ScreenshotSession): Promise<void> {
  if (!isWanted("posters")) return;
  const page = await openAs(browser, logins.get("member"), {
    viewport: { width: 1_280, height: 520 },
  });
  await page.goto(`${stage.origin}/pages/invite/poster`);
  await page.waitForFunction(
    () =>
      document.images.length >= 2 &&
      [...document.images].every(({ naturalWidth }) => naturalWidth > 0),
  );
  const sources = await page.evaluate(async () => {
    const token = localStorage.getItem("uni_id_token") ?? "";
    const answer = await fetch("/api/invite/posters", { headers: { authorization: token } });
    const { data } = (await answer.json()) as { data: { posters: readonly { image: string }[] } };
    return Promise.all(
      data.posters.map(async ({ image }) => {
        const picture = await fetch(image, { headers: { authorization: token } });
        const bytes = new Uint8Array(await picture.arrayBuffer());
        return `data:image/png;base64,${btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""))}`;
      }),
    );
  });
  const images = sources.map((source) => `<img height="500" src="${source}">`).join("");
  await page.setContent(`<body style="margin:10px;display:flex;gap:14px">${images}</body>`);
  await settle(page);
  await save(page, "posters");
  await page.context().close();
}

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const { origin } = product;
  const logins = new Map<Person, Login>();
  for (const [person, phone] of Object.entries(PHONES) as [Person, string][])
    logins.set(person, await logInByPhone(origin, phone));
  const code: ShotContext["code"] = async (target, count = 1) => {
    const body = JSON.stringify({ target, count });
    const headers = { "content-type": "application/json" };
    const made = await ask<{ code: string }[]>(`${origin}/sandbox/codes`, {
      method: "POST",
      headers,
      body,
    });
    return made[0]?.code ?? "";
  };
  const studio: ScreenshotSession = { browser, stage: { origin, code }, logins };
  for (const shot of shots.filter(({ file }) => isWanted(file)))
    await takeShot(studio, shot).catch((failure: Error) => {
      process.exitCode = 1;
      process.stderr.write(`${shot.file}: ${failure.message}\n`);
    });
  await takePosters(studio);
  await takeDialogs(studio);
  writeFileSync(join(DOCS, "screenshots.md"), screenshotsPage());
} finally {
  await browser.close();
  await product.stop();
}
