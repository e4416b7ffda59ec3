/**
 * Measures the first visit of a phone with an empty cache: bytes, first and largest paint, layout
 * shifts and long tasks, on slow 4G and a four times slower processor. Run `npm run bench
 * first-view`, or `npx tsx bench/first-view.bench.ts /some/route …` for other routes of a built
 * product.
 */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { hideSandbox } from "../e2e/hide-sandbox.ts";
import { type Login, logInByPhone, OPERATOR, stateOf } from "../e2e/login.ts";
import { LOGOUT, pages } from "../member/src/routes.ts";
import { startBenchServer } from "./bench-server.ts";
import { median } from "./compare.ts";

/**
 * Routes that `npm run bench first-view` measures in several rounds; the other routes are measured
 * once.
 */
const LANDING = ["/pages/exchange/manifest", "/pages/passport/login"];
/**
 * Added to such a route, it gives the page without the server's first view (decision 0144): an empty
 * code shows nothing else.
 */
const RENDERED_BY_APP = "?code=";
const ROUNDS = 3;
const SETTLED_MS = 1_500;
/** 1.6 Mbps down, 750 kbps up, 150 ms latency: the "slow 4G" profile of browser developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_TIMES_SLOWER = 4;
/** Times (ms) of the best known build of the product's kind under the same conditions. */
const PEER = { fcp: 940, lcp: 1_140 };
/**
 * Budget of a route: kB transferred including all headers, and the maximum layout shift (decision
 * 0014). A page that reads by queries also loads the query library and its data; the developer page
 * is not for members.
 */
const BUDGETS = {
  plain: { js: 96, all: 116 },
  queries: { js: 113, all: 170 },
  operators: { js: 130, all: 150 },
  shift: 0.02,
};
const OPERATORS = ["/pages/devop/debug"];
const GOALS = [
  "G8: JS ≤ 76 kB, everything ≤ 84 kB (brotli, transferred)",
  `G9: FCP ≤ ${Math.round(0.45 * PEER.fcp)} ms, LCP ≤ ${Math.round(0.8 * PEER.lcp)} ms ` +
    `(${Math.round(0.6 * PEER.lcp)} ms where the content is public), CLS ≤ 0.01`,
];

type Paints = { fcp: number; lcp: number; cls: number; longTasks: number; longest: number };
type View = Paints & {
  kinds: Record<string, number>;
  unpacked: string[];
  requests: { count: number };
};

/**
 * Runs in the page before the page's own scripts. It is a string, so that the compiler adds no code
 * to it.
 */
const OBSERVE = `
  const seen = (globalThis.seen = { fcp: 0, lcp: 0, cls: 0, longTasks: 0, longest: 0 });
  const on = (type, hear) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
      type,
      buffered: true,
    });
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.fcp = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  on("layout-shift", ({ value }) => (seen.cls += value));
  on("longtask", ({ duration }) => {
    seen.longTasks += 1;
    seen.longest = Math.max(seen.longest, duration);
  });
`;

/**
 * Files that the first view does not need: the app loads them three seconds after the first paint
 * (app.tsx).
 */
const LATER = /\/(?:terms-gate|beside-pages)\.js$/;

/**
 * Counts the bytes transferred for the first view by kind, and lists scripts and styles that came
 * uncompressed.
 */
async function listen(page: Page) {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW_4G);
  await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES_SLOWER });
  const kinds: Record<string, number> = {};
  const unpacked: string[] = [];
  const kindOf = new Map<string, string>();
  const later = new Set<string>();
  const requests = { count: 0 };
  let isLater = false;
  line.on("Network.requestWillBeSent", ({ requestId, request }) => {
    isLater ||= LATER.test(new URL(request.url).pathname);
    if (isLater) later.add(requestId);
  });
  line.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (later.has(requestId)) return;
    kindOf.set(requestId, type);
    const isPacked = "content-encoding" in response.headers;
    if (!isPacked && ["Script", "Stylesheet", "Document"].includes(type)) {
      unpacked.push(new URL(response.url).pathname);
    }
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (later.has(requestId)) return;
    requests.count += 1;
    const kind = kindOf.get(requestId) ?? "Other";
    kinds[kind] = (kinds[kind] ?? 0) + encodedDataLength;
  });
  return { kinds, unpacked, requests };
}

type State = Exclude<BrowserContextOptions["storageState"], undefined>;

async function view(browser: Browser, address: string, storageState?: State): Promise<View> {
  const context = await browser.newContext({
    ...(storageState === undefined ? {} : { storageState }),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "zh-CN",
  });
  const page = await context.newPage();
  await page.addInitScript({ content: OBSERVE });
  await page.addInitScript(hideSandbox);
  const listened = await listen(page);
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLED_MS);
  const paints = await page.evaluate<Paints>("globalThis.seen");
  await context.close();
  return { ...paints, ...listened };
}

const kb = (bytes: number): string => (bytes / 1_000).toFixed(1);

async function row(browser: Browser, { origin, login }: Visit, page: Route) {
  const { path: route } = page;
  const views: View[] = [];
  const rounds = LANDING.includes(route) ? ROUNDS : 1;
  const state = page.login ? stateOf(login) : undefined;
  for (let round = 0; round < rounds; round++)
    views.push(await view(browser, origin + route, state));
  const of = (part: keyof Paints) => median(views.map((one) => one[part]));
  const { kinds = {}, unpacked = [] } = views[0] ?? {};
  const total = Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0);
  const usual = page.queries ? BUDGETS.queries : BUDGETS.plain;
  const budget = OPERATORS.includes(route) ? BUDGETS.operators : usual;
  const js = (kinds["Script"] ?? 0) / 1_000;
  const isOver = js > budget.js || total / 1_000 > budget.all || of("cls") > BUDGETS.shift;
  if (unpacked.length > 0) process.stdout.write(`  not compressed: ${unpacked.join(", ")}\n`);
  return {
    route,
    "JS kB": kb(kinds["Script"] ?? 0),
    "HTML kB": kb(kinds["Document"] ?? 0),
    "CSS kB": kb(kinds["Stylesheet"] ?? 0),
    "data kB": kb((kinds["Fetch"] ?? 0) + (kinds["XHR"] ?? 0)),
    "all kB": kb(total),
    "FCP ms": Math.round(of("fcp")),
    "LCP ms": Math.round(of("lcp")),
    CLS: of("cls").toFixed(3),
    "long tasks": of("longTasks"),
    "longest ms": Math.round(of("longest")),
    budget: `${isOver ? "OVER" : "within"} ${budget.js} / ${budget.all}`,
  };
}

const totalOf = ({ kinds }: View): number =>
  Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0);

/** Measures a route with the server's first view and without it, in turn. */
async function firstViewRows(browser: Browser, origin: string, route: string) {
  const variants = { server: route, app: route + RENDERED_BY_APP };
  const views: Record<keyof typeof variants, View[]> = { server: [], app: [] };
  for (let round = 0; round < ROUNDS; round++) {
    views.server.push(await view(browser, origin + variants.server));
    views.app.push(await view(browser, origin + variants.app));
  }
  return (["server", "app"] as const).map((by) => {
    const of = (part: (one: View) => number) => Math.round(median(views[by].map(part)));
    return {
      route,
      "rendered by": by,
      "FCP ms": of(({ fcp }) => fcp),
      "LCP ms": of(({ lcp }) => lcp),
      CLS: median(views[by].map(({ cls }) => cls)).toFixed(3),
      requests: of(({ requests }) => requests.count),
      "HTML kB": kb(of(({ kinds }) => kinds["Document"] ?? 0)),
      "all kB": kb(of(totalOf)),
    };
  });
}

type Route = (typeof pages)[number];
type Visit = { readonly origin: string; readonly login: Login };

const wanted = process.argv.slice(2).filter((argument) => argument.startsWith("/"));
// A page that redirects at once has no view of its own.
const routes = pages.filter(({ path }) =>
  wanted.length > 0 ? wanted.includes(path) : path !== LOGOUT,
);
const server = await startBenchServer("light");
const visitor = { origin: server.origin, login: await logInByPhone(server.origin, OPERATOR) };
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const renderedRows = [];
for (const { path } of routes.filter((route) => LANDING.includes(route.path)))
  renderedRows.push(...(await firstViewRows(browser, server.origin, path)));
process.stdout.write("First view rendered by the server and by the app, in turn (medians)\n");
console.table(renderedRows);
const rows = [];
for (const page of routes) rows.push(await row(browser, visitor, page));
process.stdout.write(`First view, cold, slow 4G, ${CPU_TIMES_SLOWER} × slower (medians)\n`);
console.table(rows);
for (const goal of GOALS) process.stdout.write(`  ${goal}\n`);
const overBudget = rows.filter(({ budget }) => budget.startsWith("OVER"));
process.stdout.write(`  ${overBudget.length} of ${rows.length} routes are over their budget\n`);
await browser.close();
await server.close();
process.exit(overBudget.length > 0 ? 1 : 0);
