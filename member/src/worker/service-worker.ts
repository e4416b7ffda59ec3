/**
 * The service worker, which lets the app open offline; connects the browser's events to
 * responses.ts. Built to /service-worker.js.
 */
import { buildOf, readLastView } from "../device/last-view-store.ts";
import { type Content, ownSheets, pageWithView } from "./last-view-page.ts";
import {
  checkBuild,
  currentShell,
  isAnsweredAtOnce,
  respondToAsset,
  respondToDocument,
  deleteOlderCaches,
  isTakeOver,
  openAnew,
  precacheShell,
  requestKind,
  cachedShell,
  textsOf,
  type WindowClient,
} from "./responses.ts";

/**
 * Set by build-worker.ts: the scripts that a page of this build references, and the files to
 * precache.
 */
declare const __SCRIPTS__: readonly string[];
declare const __PRECACHED_FILES__: readonly string[];

// TypeScript's worker types conflict with its page types, so the few used types are declared here.
type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  readonly resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
};
type WorkerMessageEvent = ExtendableEvent & { readonly data: unknown };
type Scope = {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: {
    matchAll(which: object): Promise<readonly unknown[]>;
    get(id: string): Promise<WindowClient | undefined>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: WorkerMessageEvent) => void): void;
};
declare const self: Scope;

const build = __BUILD_ID__;
const shell = { build, files: __PRECACHED_FILES__, scripts: __SCRIPTS__ };

async function cleanUp(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await deleteOlderCaches(caches, build, windows.length);
}

/**
 * Returns the response to a navigation, requested once: by the browser's preload where it has one.
 */
const navigate = async (event: FetchEvent): Promise<Response> =>
  (await event.preloadResponse) ?? fetch(event.request);

/** Returns what to show at once of a page; undefined where nothing or not all of it is on the device. */
async function contentOf(page: Promise<string>, address: string): Promise<Content | undefined> {
  const { pathname, search } = new URL(address);
  const name = pathname + search;
  const [view, sheets] = await Promise.all([
    readLastView(buildOf(build), name),
    page.then((html) => textsOf(caches, build, ownSheets(html, pathname))),
  ]);
  return view && sheets && { view: { ...view, name }, css: sheets.join("") };
}

/** Answers a page of one member at once, with what was seen last of it. */
function respondAtOnce(event: FetchEvent, network: Promise<Response>, current: Response): Response {
  const replace = () =>
    openAnew(event.request.url, () => self.clients.get(event.resultingClientId));
  // Where the browser cannot open the address anew, the app offers the upgrade.
  event.waitUntil(checkBuild(caches, shell, network, replace).catch(() => undefined));
  const page = current.text();
  const content = contentOf(page, event.request.url).catch(() => undefined);
  event.waitUntil(content);
  return pageWithView(page, current.headers, content);
}

/** Answers a page of the app: at once where it shows what was seen last, else by the server. */
async function respondToPage(event: FetchEvent): Promise<Response> {
  const network = navigate(event);
  // It may fail before anything below waits for it.
  network.catch(() => undefined);
  const current = isAnsweredAtOnce(event.request) ? await currentShell(caches, build) : undefined;
  if (current) return respondAtOnce(event, network, current);
  return respondToDocument(network, () => cachedShell(caches, build));
}

self.addEventListener("install", (event) => {
  event.waitUntil(precacheShell(caches, shell));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([cleanUp(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("message", (event) => {
  if (isTakeOver(event.data, build)) event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const kind = requestKind(event.request, location.origin);
  if (kind === "asset") {
    const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
    event.respondWith(respondToAsset(caches, build, event.request, waitUntil));
  }
  if (kind === "navigation") event.respondWith(navigate(event));
  if (kind === "document") {
    const response = respondToPage(event);
    event.respondWith(response);
    event.waitUntil(response.then(cleanUp, cleanUp));
  }
});
