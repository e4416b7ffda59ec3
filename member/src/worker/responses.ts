/** What the worker answers with and what it keeps, as plain functions: one build's files, never a member's data. */

/** Caches are named by the build whose files they hold, so that two builds never mix. */
const CACHE_PREFIX = "yunjing:";
/** A document that takes longer is answered from the cache: by then nobody believes in the network. */
const DOCUMENT_WAIT_MS = 3_000;
/** The one HTML page stands for every path. */
const SHELL = "/";
/** Paths of the server that are no pages of the app. */
const NO_PAGE =
  /^\/(?:api|callback|sandbox|cloud|ws|open|console|version|healthz|readyz|metrics)(?:\/|$)|\.\w+$/;

export const cacheName = (build: string): string => CACHE_PREFIX + build;

/** `document` is a page of the app, `navigation` any other page that the browser goes to. */
export type RequestKind = "document" | "navigation" | "asset" | "none";

/**
 * What the worker does with a request: everything but navigations and hashed files it leaves alone.
 * A navigation is never left alone: its preload is already sent, and the browser would send the
 * request again, which ends addresses that work only once.
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
  /** What the page of this build names; a page that does not is of another. */
  readonly scripts: readonly string[];
};

/** A copy that says nothing of how it travelled, so that it can answer any navigation. */
function plainCopy(response: Response, html: string): Response {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(html, { headers });
}

/**
 * Keeps the shell and its files, all or nothing. Rejects when the server's page is already of
 * another build: then the next worker is under way.
 */
export async function precacheShell(caches: CacheStorage, shell: Shell): Promise<void> {
  const cache = await caches.open(cacheName(shell.build));
  const response = await fetch(SHELL, { cache: "no-store" });
  const html = await response.text();
  const isOurs = response.ok && shell.scripts.every((script) => html.includes(script));
  if (!isOurs) throw new Error("the page is of another build");
  await cache.addAll([...shell.files]);
  await cache.put(SHELL, plainCopy(response, html));
}

/** Network first, bounded; a server that is down or silent is answered for by this build's shell. */
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

/** The page of this build, if it was kept. */
export const cachedShell = (caches: CacheStorage, build: string): Promise<Response | undefined> =>
  caches.match(SHELL, { cacheName: cacheName(build) });

/**
 * Cache first: a name says its content, so a hit of whatever build is right. `waitUntil` outlasts
 * the answer.
 */
export async function respondToAsset(
  caches: CacheStorage,
  build: string,
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    const keep = caches.open(cacheName(build)).then((cache) => cache.put(request, copy));
    // A full disk must not take the answer away.
    waitUntil(keep.catch(() => undefined));
  }
  return response;
}

/**
 * Deletes the caches of the builds before this one. While `windows` are open, one of them may still
 * be a page of such a build, so nothing is deleted then; the cache of a newer worker never is.
 */
export async function deleteOlderCaches(
  caches: CacheStorage,
  build: string,
  windows: number,
): Promise<void> {
  if (windows > 1) return;
  const names = await caches.keys();
  const older = names.slice(0, Math.max(0, names.indexOf(cacheName(build))));
  const ours = older.filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(ours.map((name) => caches.delete(name)));
}

/** A page asks the waiting worker to take over; only a page or a reload of its own build may. */
export const isTakeOver = (message: unknown, build: string): boolean =>
  typeof message === "object" &&
  message !== null &&
  "takeOver" in message &&
  message.takeOver === build;
