/**
 * Holds the budgets of first visits (decision 0164): files and bytes of scripts of every page in the
 * build, and the requests of a first visit in a browser.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { HOME, LOGOUT, pages } from "../member/src/routes.ts";
import { phone } from "./browser.ts";
import { stateOf } from "./login.ts";
import { budgetOf, LATER, NOT_COUNTED, REQUESTS_MAX } from "./page-budgets.ts";
import { logInMember, type Member } from "./shell/shell.fixture.ts";

const dist = fileURLToPath(new URL("../member/dist/", import.meta.url));
const html = readFileSync(`${dist}index.html`, "utf8");
const chunks = JSON.parse(/id="chunks">([^<]*)</.exec(html)?.[1] ?? "") as {
  readonly files: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
};
const entry = [...html.matchAll(/ (?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
  ([, file]) => file ?? "",
);
/** The size as sent; the build compresses no file that is very small. */
const bytesOf = (file: string): number => {
  const compressed = `${dist}${file}.br`;
  return statSync(existsSync(compressed) ? compressed : `${dist}${file}`).size;
};

/** The scripts that a first visit of a page loads. */
const scriptsOf = (path: string): readonly string[] =>
  [...entry, ...(chunks.pages[path] ?? []).flatMap((place) => chunks.files[place] ?? [])].filter(
    (file) => file.endsWith(".js"),
  );

test("every page stays within its budget of scripts", () => {
  const over = pages.flatMap((page) => {
    const { scriptBytes, scripts } = budgetOf(page);
    const files = scriptsOf(page.path);
    const bytes = files.map(bytesOf).reduce((sum, one) => sum + one, 0);
    const isWithin = files.length <= scripts && bytes <= scriptBytes;
    return isWithin ? [] : `${page.path}: ${files.length} scripts of ${bytes} bytes`;
  });
  expect(over).toEqual([]);
});

test("the page names the scripts of every page, and only of pages", () => {
  expect(Object.keys(chunks.pages).toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});

test("what the app loads later is small: it needs no script of a kind of page", () => {
  const [folder = ""] = entry.flatMap((file) => /^assets\/\w+\//.exec(file)?.[0] ?? []);
  const kinds = /from"\.\/(?:query|shop|order-views|money|buying|tickets|sheet)\.js"/;
  const parts = ["host", "background-tasks", "maintenance-notice", "terms-gate", "dialogs"];
  const needing = parts.filter((part) =>
    kinds.test(readFileSync(`${dist}${folder}${part}.js`, "utf8")),
  );
  expect(needing).toEqual([]);
});

const device = phone();
let member: Member;
beforeAll(async () => {
  member = await logInMember(device.origin, "13700000164");
});

/** The pages of which the server renders a first view. */
const rendered = Object.keys(
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL("../member/first-views/dist/templates.json", import.meta.url)),
      "utf8",
    ),
  ) as object,
);
/** How often a page is opened at most until it comes with its first view. */
const OPENED_MAX = 5;

/**
 * Opens a page with nothing cached; returns the paths that it requests until it is quiet, and whether
 * it came with a first view of the server.
 */
async function visit(path: string, isLoggedIn: boolean) {
  const blank = await device.open(
    "/whale.svg",
    isLoggedIn ? { storageState: stateOf(member) } : {},
  );
  const seen: string[] = [];
  let isLater = false;
  blank.on("request", (request) => {
    const { pathname } = new URL(request.url());
    isLater ||= LATER.test(pathname);
    if (!isLater && !NOT_COUNTED.test(pathname)) seen.push(pathname);
  });
  await blank.goto(device.origin + path);
  await untilQuiet(blank);
  const hasFirstView = (await blank.locator("meta[name=first-view]").count()) === 1;
  await blank.context().close();
  return { seen, hasFirstView };
}

/**
 * Returns the requests of a first visit. A server that has not read a first view within 150 ms sends the
 * page without it, as on a machine under load; the app then reads itself, which is another visit.
 */
async function requestsOf(path: string, isLoggedIn: boolean): Promise<readonly string[]> {
  for (let opened = 1; ; opened++) {
    const { seen, hasFirstView } = await visit(path, isLoggedIn);
    if (hasFirstView || !rendered.includes(path) || opened === OPENED_MAX) return seen;
  }
}

const untilQuiet = async (page: Page) => {
  await page.waitForFunction(() => document.querySelector("#splash") === null);
  await page.waitForLoadState("networkidle");
};

describe.each(pages.filter(({ path }) => path !== LOGOUT))("$path", ({ path, login }) => {
  test(`requests at most ${REQUESTS_MAX} files at the first visit`, async () => {
    const seen = await requestsOf(path === HOME ? "/" : path, login);
    expect(seen.length, seen.join("\n")).toBeLessThanOrEqual(REQUESTS_MAX);
  });
});
