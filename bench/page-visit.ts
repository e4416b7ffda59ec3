/**
 * Visits a page as a phone on slow 4G with a four times slower processor, and measures its paints,
 * shifts, long tasks, interactions, requests and bytes.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { hideSandbox } from "../e2e/hide-sandbox.ts";
import { LATER, NOT_COUNTED } from "../e2e/page-budgets.ts";

/** ms after the network is quiet: what is shown later would move the page. */
const SETTLED_MS = 1_500;
/** ms after the network is quiet in which a member reads a page before they open it again. */
const READ_MS = 8_000;
/** ms in which the browser loads its own parts of a new window, which takes both processors. */
const WINDOW_MS = 1_500;
/** 1.6 Mbps down, 750 kbps up, 150 ms latency: the "slow 4G" profile of browser developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const CPU_TIMES_SLOWER = 4;

type Paints = {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  /** What of the long tasks after the first paint is above 50 ms each, in ms. */
  readonly tbt: number;
  /** The longest time from an interaction to the next paint, in ms; a multiple of 8. */
  readonly interaction: number;
};
export type Visit = Paints & {
  /** Bytes by kind, with all headers. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Paths of scripts, styles and pages that came uncompressed. */
  readonly unpacked: readonly string[];
  readonly requests: number;
};

/**
 * Runs in the page before the page's own scripts. It is a string, so that the compiler adds no code
 * to it.
 */
const OBSERVE = `
  const seen = (globalThis.seen = { fcp: 0, lcp: 0, cls: 0, interaction: 0, tasks: [] });
  const on = (type, hear, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
      type,
      buffered: true,
      ...more,
    });
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.fcp = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => (seen.lcp = startTime));
  on("layout-shift", ({ value, hadRecentInput }) => (seen.cls += hadRecentInput ? 0 : value));
  on("longtask", ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  on("event", ({ interactionId, duration }) => {
    if (interactionId) seen.interaction = Math.max(seen.interaction, duration);
  }, { durationThreshold: 16 });
`;
const READ = `(() => {
  const { tasks, ...paints } = globalThis.seen;
  const late = tasks.filter(([start, duration]) => start + duration > paints.fcp);
  return { ...paints, tbt: late.reduce((sum, [, duration]) => sum + duration - 50, 0) };
})()`;

/** Slows the page down, and counts what it transfers for its first view. */
async function slowDown(page: Page) {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", SLOW_4G);
  await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES_SLOWER });
  const kinds: Record<string, number> = {};
  const unpacked: string[] = [];
  const kindOf = new Map<string, string>();
  const counted = { requests: 0 };
  const later = new Set<string>();
  let isLater = false;
  line.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    isLater ||= LATER.test(pathname);
    if (isLater || NOT_COUNTED.test(pathname)) later.add(requestId);
  });
  line.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (later.has(requestId)) return;
    kindOf.set(requestId, type);
    const isPacked = "content-encoding" in response.headers;
    if (!isPacked && ["Script", "Stylesheet", "Document"].includes(type))
      unpacked.push(new URL(response.url).pathname);
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (later.has(requestId)) return;
    counted.requests += 1;
    const kind = kindOf.get(requestId) ?? "Other";
    kinds[kind] = (kinds[kind] ?? 0) + encodedDataLength;
  });
  return { line, kinds, unpacked, counted };
}

export type State = Exclude<BrowserContextOptions["storageState"], undefined>;

/** Opens an empty browser with the stored entries of a login. */
export async function openBrowser(browser: Browser, storageState?: State): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...(storageState === undefined ? {} : { storageState }),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "zh-CN",
  });
  await context.addInitScript(hideSandbox);
  return context;
}

/**
 * Visits an address in this browser; `act` then uses the page. A service worker that has stopped
 * since the visit before is started by this one, as on a phone.
 */
export async function visit(
  context: BrowserContext,
  address: string,
  act?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript({ content: OBSERVE });
  const { line, kinds, unpacked, counted } = await slowDown(page);
  await page.waitForTimeout(WINDOW_MS);
  await line.send("ServiceWorker.enable");
  await line.send("ServiceWorker.stopAllWorkers");
  await page.goto(address, { waitUntil: "networkidle" });
  await act?.(page);
  await page.waitForTimeout(SETTLED_MS);
  const paints = await page.evaluate<Paints>(READ);
  await page.close();
  return { ...paints, kinds, unpacked, requests: counted.requests };
}

/** The first visit of a browser that has nothing stored but a login. */
export async function firstVisit(browser: Browser, address: string, state?: State): Promise<Visit> {
  const context = await openBrowser(browser, state);
  const seen = await visit(context, address);
  await context.close();
  return seen;
}

/** The visit after a first one of some seconds in the same browser. */
export async function secondVisit(browser: Browser, address: string, state: State): Promise<Visit> {
  const context = await openBrowser(browser, state);
  await visit(context, address, (page) => page.waitForTimeout(READ_MS));
  const seen = await visit(context, address);
  await context.close();
  return seen;
}

/** Bytes of all kinds. */
export const bytesOf = ({ kinds }: Visit): number =>
  Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0);
