// @vitest-environment node
/**
 * Tests the responses of the service worker: never a stale page while the server responds, never a
 * member's data.
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  checkBuild,
  currentShell,
  isAnsweredAtOnce,
  respondToAsset,
  respondToDocument,
  cacheName,
  deleteOlderCaches,
  isTakeOver,
  openAnew,
  precacheShell,
  requestKind,
  cachedShell,
  textsOf,
} from "./responses.ts";

const ORIGIN = "https://yj.example";

/** A fake cache storage in memory with the methods that the worker uses. */
function cachesInMemory() {
  const all = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).pathname;
  const opened = (name: string) => {
    const files = all.get(name) ?? new Map<string, Response>();
    all.set(name, files);
    const put = async (request: RequestInfo | URL, response: Response) => {
      files.set(keyOf(request), response);
    };
    const addAll = async (paths: readonly string[]) => {
      for (const path of paths) {
        const response = await fetch(path);
        if (!response.ok) throw new TypeError(`${path} answered ${response.status}`);
        await put(path, response);
      }
    };
    const remove = async (request: RequestInfo | URL) => files.delete(keyOf(request));
    return { put, addAll, delete: remove };
  };
  const match = async (request: RequestInfo | URL, options?: MultiCacheQueryOptions) => {
    const names = options?.cacheName === undefined ? [...all.keys()] : [options.cacheName];
    const hits = names.flatMap((name) => all.get(name)?.get(keyOf(request)) ?? []);
    return hits[0]?.clone();
  };
  const storage = {
    open: async (name: string) => opened(name),
    match,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  } as unknown as CacheStorage;
  return { storage, all };
}

const serve = (files: Record<string, string>) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async (request: RequestInfo) => {
      const { pathname } = new URL(request instanceof Request ? request.url : request, ORIGIN);
      const text = files[pathname];
      return text === undefined ? new Response("", { status: 404 }) : new Response(text);
    }),
  );

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["GET", "navigate", "/pages/user/orders?state=ready", "document"],
  ["GET", "navigate", "/", "document"],
  ["GET", "cors", "/assets/index-1.js", "asset"],
  ["GET", "cors", "/api/orders", "none"],
  ["GET", "navigate", "/api/orders", "navigation"],
  ["GET", "navigate", "/sandbox/inbox", "navigation"],
  ["GET", "navigate", "/openapi.json", "navigation"],
  ["GET", "cors", "/version", "none"],
  ["POST", "navigate", "/pages/user/orders", "none"],
] as const)("%s %s %s has the request kind %s", (method, mode, path, kind) => {
  expect(requestKind({ method, mode, url: ORIGIN + path }, ORIGIN)).toBe(kind);
});

test("the worker ignores requests to other sites", () => {
  const request = {
    method: "GET",
    mode: "cors",
    url: "https://res.wx.qq.com/assets/a.js",
  } as const;
  expect(requestKind(request, ORIGIN)).toBe("none");
});

const shell = async () => new Response("kept");

test("a document comes from the server while it responds", async () => {
  const answer = await respondToDocument(Promise.resolve(new Response("new")), shell);
  expect(await answer.text()).toBe("new");
});

test.each([
  ["the network fails", () => Promise.reject(new TypeError("failed"))],
  ["the network does not respond", () => new Promise<Response>(() => {})],
  ["the server is down", async () => new Response("bad gateway", { status: 502 })],
])("the cached page is shown when %s", async (_when, network) => {
  expect(await (await respondToDocument(network(), shell, 20)).text()).toBe("kept");
});

test("without a cached page the server's own response is awaited, even if it is an error or late", async () => {
  const none = async () => undefined;
  const bad = async () => new Response("", { status: 502 });
  expect((await respondToDocument(bad(), none)).status).toBe(502);
  const late = new Promise<Response>((done) => setTimeout(done, 40, new Response("late")));
  expect(await (await respondToDocument(late, none, 10)).text()).toBe("late");
  expect((await respondToDocument(Promise.reject(new TypeError("failed")), none)).type).toBe(
    "error",
  );
});

test("a build's page and files are cached together, under the build's own name", async () => {
  const { storage } = cachesInMemory();
  serve({ "/index.html": '<script src="/assets/index-a.js">', "/assets/index-a.js": "a" });
  const files = ["/assets/index-a.js"];
  await precacheShell(storage, { build: "A", files, scripts: ["/assets/index-a.js"] });
  expect(await (await cachedShell(storage, "A"))?.text()).toContain("index-a.js");
  expect(await cachedShell(storage, "B")).toBeUndefined();
});

test("texts of files are those of one build, and none if one of them is not cached", async () => {
  const { storage } = cachesInMemory();
  const page = { "/index.html": "/assets/a.js" };
  serve({ ...page, "/assets/a.js": "", "/assets/a.css": "p{}", "/assets/b.css": "i{}" });
  const files = ["/assets/a.css", "/assets/b.css"];
  await precacheShell(storage, { build: "A", files, scripts: ["/assets/a.js"] });
  expect(await textsOf(storage, "A", files)).toEqual(["p{}", "i{}"]);
  expect(await textsOf(storage, "A", [...files, "/assets/c.css"])).toBeUndefined();
  expect(await textsOf(storage, "B", files)).toBeUndefined();
  expect(await textsOf(storage, "B", [])).toEqual([]);
});

test("nothing is cached for a build whose page or files the server no longer has", async () => {
  const { storage } = cachesInMemory();
  serve({ "/index.html": '<script src="/assets/index-b.js">', "/assets/index-a.js": "a" });
  const other = { build: "A", files: ["/assets/index-a.js"], scripts: ["/assets/index-a.js"] };
  await expect(precacheShell(storage, other)).rejects.toThrow("another build");
  serve({ "/index.html": "/assets/index-a.js" });
  await expect(precacheShell(storage, other)).rejects.toThrow("404");
  expect(await cachedShell(storage, "A")).toBeUndefined();
});

test.each([
  ["/pages/user/orders?state=ready", "default", true],
  ["/pages/user/wallet", "default", true],
  // A reload asks the server.
  ["/pages/user/orders", "no-cache", false],
  ["/pages/user/orders", "reload", false],
  // The server renders these, or something is entered on them.
  ["/", "default", false],
  ["/pages/passport/login", "default", false],
  ["/pages/user/withdraw", "default", false],
] as const)("%s with the cache %s is answered at once: %s", (path, cache, isAtOnce) => {
  expect(isAnsweredAtOnce({ url: ORIGIN + path, cache })).toBe(isAtOnce);
});

describe("a page that was answered at once", () => {
  const scripts = ["/assets/a/app.js"];
  const shellA = { build: "A", files: scripts, scripts };
  const pageA = '<link href="/assets/a/app.js">';

  async function installed() {
    const { storage } = cachesInMemory();
    serve({ "/index.html": pageA, "/assets/a/app.js": "a" });
    await precacheShell(storage, shellA);
    return storage;
  }
  const answers = async (response: Promise<Response>) => {
    const storage = await installed();
    const replace = vi.fn(async () => undefined);
    await checkBuild(storage, shellA, response, replace);
    const isKept = (await currentShell(storage, "A")) !== undefined;
    return { isKept, isReplaced: replace.mock.calls.length === 1, storage };
  };

  test.each([
    ["the server has the same build", async () => new Response(pageA)],
    ["the network fails", () => Promise.reject(new TypeError("failed"))],
    ["the server is down", async () => new Response("bad gateway", { status: 502 })],
  ])("stays when %s", async (_when, network) => {
    expect(await answers(network())).toMatchObject({ isKept: true, isReplaced: false });
  });

  test("is replaced by that of a newer build, and is not answered again", async () => {
    const newer = Promise.resolve(new Response('<link href="/assets/b/app.js">'));
    const { isKept, isReplaced, storage } = await answers(newer);
    expect([isKept, isReplaced]).toEqual([false, true]);
    // Without a network it still opens.
    expect(await cachedShell(storage, "A")).toBeDefined();
  });

  test("is left to the member when the server answers late", async () => {
    vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(1_000);
    const newer = Promise.resolve(new Response('<link href="/assets/b/app.js">'));
    expect(await answers(newer)).toMatchObject({ isKept: false, isReplaced: false });
  });
});

describe("a page that is opened anew", () => {
  const address = `${ORIGIN}/pages/user/orders`;
  /** A window whose page wins over the first `lost` requests to open another one. */
  function windowOf(lost: number, url = address) {
    const navigate = vi.fn(async () => ({ ...client, id: lost-- > 0 ? client.id : "next" }));
    const client = { id: "first", url, navigate };
    return client;
  }

  test("is asked for once where the browser opens it", async () => {
    const client = windowOf(0);
    await openAnew(address, async () => client);
    expect(client.navigate.mock.calls).toEqual([[address]]);
  });

  test("is asked for again while the former page wins, five times at most", async () => {
    const client = windowOf(2);
    await openAnew(address, async () => client);
    expect(client.navigate).toHaveBeenCalledTimes(3);
    const deaf = windowOf(Infinity);
    await openAnew(address, async () => deaf);
    expect(deaf.navigate).toHaveBeenCalledTimes(5);
  });

  test("is not asked for where the window shows another one or is closed", async () => {
    const elsewhere = windowOf(0, `${ORIGIN}/pages/user/wallet`);
    await openAnew(address, async () => elsewhere);
    await openAnew(address, async () => undefined);
    expect(elsewhere.navigate).not.toHaveBeenCalled();
  });
});

test("a hashed file is fetched once and then cached, a missing one is never cached", async () => {
  const { storage } = cachesInMemory();
  serve({ "/assets/late-1.js": "late" });
  const works: Promise<unknown>[] = [];
  const ask = (path: string) =>
    respondToAsset(storage, "A", new Request(ORIGIN + path), (work) => works.push(work));
  expect(await (await ask("/assets/late-1.js")).text()).toBe("late");
  await Promise.all(works);
  expect(await (await ask("/assets/late-1.js")).text()).toBe("late");
  expect(fetch).toHaveBeenCalledTimes(1);
  expect((await ask("/assets/gone-1.js")).status).toBe(404);
  await Promise.all(works);
  expect((await ask("/assets/gone-1.js")).status).toBe(404);
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("the files of the previous build stay until its page is closed", async () => {
  const { storage, all } = cachesInMemory();
  for (const name of ["yunjing:A", "another app", "yunjing:B", "yunjing:C"])
    await storage.open(name);
  await deleteOlderCaches(storage, "B", 2);
  expect([...all.keys()]).toHaveLength(4);
  await deleteOlderCaches(storage, "B", 1);
  expect([...all.keys()]).toEqual(["another app", "yunjing:B", "yunjing:C"]);
  await deleteOlderCaches(storage, "never cached", 1);
  expect([...all.keys()]).toHaveLength(3);
});

test("only a page of the same build lets a worker take over", () => {
  expect(cacheName("A")).toBe("yunjing:A");
  expect(isTakeOver({ takeOver: "A" }, "A")).toBe(true);
  expect(isTakeOver({ takeOver: "B" }, "A")).toBe(false);
  expect(isTakeOver("takeOver", "A")).toBe(false);
});
