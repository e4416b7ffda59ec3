/**
 * The service worker's responses and caches as plain functions: files of one build, never a
 * member's data.
 */

import { STORED } from "../device/stored-pages.ts";

/** Caches are named by the build whose files they contain, so that two builds never mix. */
const CACHE_PREFIX = "yunjing:";
/**
 * Milliseconds. A slower document is answered from the cache, because the network is then probably
 * unusable.
 */
const DOCUMENT_WAIT_MS = 3_000;
/** The one HTML page without a first view (decision 0144), used for every path. */
const SHELL = "/index.html";
/**
 * The same page for as long as the server is not known to have another build (decision 0235). Gone
 * from then on, while `SHELL` stays for the time without a network.
 */
const CURRENT_SHELL = "/current-index.html";
/**
 * Milliseconds in which a page that was answered at once may be replaced by that of a newer build:
 * nothing can have been done on it yet. Later the app itself offers the upgrade (U07).
 */
const REPLACE_MAX_MS = 1_000;
/** How often `openAnew` asks at most. */
const OPEN_TRIES = 5;
/** Paths of the server that are not pages of the app. */
const NO_PAGE =
  /^\/(?:api|callback|sandbox|cloud|ws|open|console|version|healthz|readyz|metrics)(?:\/|$)|\.\w+$/;

export const cacheName = (build: string): string => CACHE_PREFIX + build;

/** `document` is a page of the app, `navigation` any other page to which the browser navigates. */
export type RequestKind = "document" | "navigation" | "asset" | "none";

/**
 * Returns how the worker handles a request: it handles only navigations and hashed files. It
 * handles every navigation, because its preload is already sent: the browser would otherwise send
 * the request again, which breaks addresses that work only once.
 */
export function requestKind(
  request: Pick<Request, "method" | "mode" | "url">,
  origin: string,
): RequestKind {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return "none";
  if (url.pathname.startsWith("/assets/")) return "asset";
  if (request.mode !== "navigate") return "none";
  return NO_PAGE.test(url.pathname) ? "navigation" : "document";
}

type Shell = {
  readonly build: string;
  readonly files: readonly string[];
  /**
   * The scripts that the page of this build references; a page without them belongs to another
   * build.
   */
  readonly scripts: readonly string[];
};

/**
 * Returns true for a page of one member that is answered at once from the cache: it shows what was
 * seen last (decision 0210). A reload always asks the server.
 */
export const isAnsweredAtOnce = ({ url, cache }: Pick<Request, "url" | "cache">): boolean =>
  cache === "default" && STORED.test(new URL(url).pathname);

/** Returns a copy without transfer headers, so that it can answer any navigation. */
function plainCopy(response: Response, html: string): Response {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(html, { headers });
}

const isOfBuild = (html: string, { scripts }: Shell): boolean =>
  scripts.every((script) => html.includes(script));

/**
 * Caches the shell and its files, all or nothing. Rejects when the server's page already belongs to
 * another build: then the next worker is being installed.
 */
export async function precacheShell(caches: CacheStorage, shell: Shell): Promise<void> {
  const cache = await caches.open(cacheName(shell.build));
  const response = await fetch(SHELL, { cache: "no-store" });
  const html = await response.text();
  if (!response.ok || !isOfBuild(html, shell)) throw new Error("the page is of another build");
  await cache.addAll([...shell.files]);
  await cache.put(SHELL, plainCopy(response, html));
  await cache.put(CURRENT_SHELL, plainCopy(response, html));
}

/** Returns this build's page; undefined once the server is known to have another build. */
export const currentShell = (caches: CacheStorage, build: string): Promise<Response | undefined> =>
  caches.match(CURRENT_SHELL, { cacheName: cacheName(build) });

/**
 * Compares the server's page with the one that was answered at once. With another build, that page
 * is not answered again, and `replace` opens the address anew if the server has answered soon.
 */
export async function checkBuild(
  caches: CacheStorage,
  shell: Shell,
  network: Promise<Response>,
  replace: () => Promise<unknown>,
): Promise<void> {
  const begun = performance.now();
  const response = await network.catch(() => undefined);
  if (!response?.ok || isOfBuild(await response.text(), shell)) return;
  const cache = await caches.open(cacheName(shell.build));
  await cache.delete(CURRENT_SHELL);
  if (performance.now() - begun < REPLACE_MAX_MS) await replace();
}

/** What is used of the browser's type of that name, which conflicts with the types of pages. */
export type WindowClient = {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<WindowClient | null>;
};

/**
 * Opens an address anew in the window that `find` returns, unless that window shows another one. A
 * page that is still being opened may win over the new one: the window is then still the same
 * client, and is asked again.
 */
export async function openAnew(
  address: string,
  find: () => Promise<WindowClient | undefined>,
): Promise<void> {
  for (let tries = 0; tries < OPEN_TRIES; tries++) {
    const client = await find();
    if (client?.url !== address) return;
    const opened = await client.navigate(address);
    if (opened?.id !== client.id) return;
  }
}

/**
 * Network first, with a time limit; when the server is down or silent, this build's shell is
 * returned.
 */
export async function respondToDocument(
  network: Promise<Response>,
  shell: () => Promise<Response | undefined>,
  waitMs = DOCUMENT_WAIT_MS,
): Promise<Response> {
  const fetched = network.catch(() => undefined);
  const late = new Promise<undefined>((done) => setTimeout(done, waitMs, undefined));
  const first = await Promise.race([fetched, late]);
  if (first && first.status < 500) return first;
  return (await shell()) ?? (await fetched) ?? Response.error();
}

/** Returns the cached page of this build; undefined when there is none. */
export const cachedShell = (caches: CacheStorage, build: string): Promise<Response | undefined> =>
  caches.match(SHELL, { cacheName: cacheName(build) });

/** Returns the texts of files of this build; undefined if one of them is not cached. */
export async function textsOf(
  caches: CacheStorage,
  build: string,
  files: readonly string[],
): Promise<readonly string[] | undefined> {
  const found = await Promise.all(
    files.map((file) => caches.match(file, { cacheName: cacheName(build), ignoreVary: true })),
  );
  const cached = found.filter((response) => response !== undefined);
  if (cached.length < files.length) return undefined;
  return Promise.all(cached.map((response) => response.text()));
}

/**
 * Cache first: a file name identifies its content, so a hit of any build is valid. `waitUntil`
 * extends the event beyond the response.
 */
export async function respondToAsset(
  caches: CacheStorage,
  build: string,
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    const keep = caches.open(cacheName(build)).then((cache) => cache.put(request, copy));
    // A full disk must not fail the response.
    waitUntil(keep.catch(() => undefined));
  }
  return response;
}

/**
 * Deletes the caches of older builds. With more than one of the app's `windows` open, one may still
 * show a page of such a build, so nothing is deleted then; the cache of a newer worker is never
 * deleted.
 */
export async function deleteOlderCaches(
  caches: CacheStorage,
  build: string,
  windows: number,
): Promise<void> {
  if (windows > 1) return;
  const names = await caches.keys();
  const older = names.slice(0, Math.max(0, names.indexOf(cacheName(build))));
  const ownCaches = older.filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(ownCaches.map((name) => caches.delete(name)));
}

/**
 * Returns true for a message of a page that requests the waiting worker to take over; only a page
 * or a reload of its own build may.
 */
export const isTakeOver = (message: unknown, build: string): boolean =>
  typeof message === "object" &&
  message !== null &&
  "takeOver" in message &&
  message.takeOver === build;
