/**
 * Tests when a page is answered with its first view: cached for half a second, rendered again when its
 * data changes, and left to the app when a read fails or is slow.
 */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FirstViewBundle, FirstViewRead } from "@yunjing/contract/first-view";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFirstViews, firstViewKey, type FirstViews } from "./first-views.ts";

const PATH = "/pages/passport/terms";
const TEMPLATE =
  "<!--first-view-platform--><!--first-view-head--><!--first-view-content--><!--first-view-data-->";

const read = vi.fn<(read: FirstViewRead) => Promise<unknown>>();
const warn = vi.fn<() => void>();
const renderPlain: FirstViewBundle["render"] = (plan, platform, answers) => ({
  title: "协议",
  share: { title: "协议", description: "" },
  data: { path: PATH, answers },
  html: `${platform} ${plan.query["type"]} ${plan.city?.name ?? ""} ${String(answers[0]?.data)}`,
  isGuarded: false,
  storedKeys: [],
});
const render = vi.fn(renderPlain);
const furtherReads = vi.fn<FirstViewBundle["furtherReads"]>();
const bundle: FirstViewBundle = {
  build: "1.0.0+aaa",
  paths: [PATH],
  platformOf: (agent) => (agent.includes("MicroMessenger") ? "mp-weixin-web" : "web"),
  plan: (path, query, city) =>
    path !== PATH || query.has("code")
      ? undefined
      : {
          path,
          ...(query.has("local") ? { city: city ?? null } : {}),
          query: { type: query.get("type") === "privacy" ? "privacy" : "user" },
          reads: [{ topic: "home", operation: "agreement", input: {} }],
        },
  furtherReads,
  render,
};

let now = 0;
let app: FastifyInstance;
let views: FirstViews;
beforeEach(async () => {
  vi.resetAllMocks();
  now = 0;
  read.mockResolvedValue("第一版");
  render.mockImplementation(renderPlain);
  furtherReads.mockReturnValue([]);
  views = createFirstViews({
    build: { bundle, templates: { [PATH]: TEMPLATE } },
    read,
    origin: undefined,
    cityOf: (code) => (code === "330100" ? { code, name: "杭州" } : undefined),
    log: { warn },
    now: () => now,
  });
  app = Fastify();
  await app.register(cookie);
  app.get("/*", async (request, reply) => {
    if (!(await views.send(request, reply))) reply.send("shell");
    return reply;
  });
});
afterEach(() => app.close());

const get = (url = PATH, headers: Record<string, string> = {}) => app.inject({ url, headers });
const textOf = async (...parts: Parameters<typeof get>) => (await get(...parts)).body;

test("a first view is read once in half a second, and rendered again only when its data changes", async () => {
  expect(await textOf()).toContain("web user  第一版");
  read.mockResolvedValue("第二版");
  now = 499;
  expect(await textOf()).toContain("第一版");
  expect(read).toHaveBeenCalledTimes(1);
  now = 500;
  expect(await textOf()).toContain("第二版");
  now = 1_000;
  expect(await textOf()).toContain("第二版");
  expect(read).toHaveBeenCalledTimes(3);
  expect(render).toHaveBeenCalledTimes(2);
});

test("what the first answers lead to is read too, and a change of it is rendered", async () => {
  furtherReads.mockReturnValue([{ topic: "home", operation: "brands", input: {} }]);
  await get();
  expect(read.mock.calls).toEqual([
    [expect.objectContaining({ operation: "agreement" })],
    [expect.objectContaining({ operation: "brands" })],
  ]);
  expect(render.mock.lastCall?.[2].map(({ operation }) => operation)).toEqual([
    "agreement",
    "brands",
  ]);
  read.mockResolvedValueOnce("第一版").mockResolvedValueOnce("别的");
  now = 500;
  await get();
  expect(render).toHaveBeenCalledTimes(2);
});

test("visitors who come together share one read", async () => {
  await Promise.all([get(), get(), get()]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("a page whose read fails is left to the app, and read again after half a second", async () => {
  read.mockRejectedValueOnce(new Error("no database"));
  expect(await textOf()).toBe("shell");
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await textOf()).toBe("shell");
  expect(read).toHaveBeenCalledTimes(1);
  now = 500;
  expect(await textOf()).toContain("第一版");
});

test("a page that cannot be rendered is left to the app", async () => {
  render.mockImplementation(() => {
    throw new Error("no component");
  });
  expect(await textOf()).toBe("shell");
  expect(warn).toHaveBeenCalledTimes(1);
});

test("a visitor does not wait for a read that is slower than 150 ms; a later one gets its result", async () => {
  let finish = (_data: unknown) => {};
  read.mockReturnValueOnce(
    new Promise((done) => {
      finish = done;
    }),
  );
  expect(await textOf()).toBe("shell");
  finish("第一版");
  expect(await textOf()).toContain("第一版");
  expect(read).toHaveBeenCalledTimes(1);
});

test("an address that may be private is left to the app without a read", async () => {
  expect(await textOf(`${PATH}?code=ABC`)).toBe("shell");
  expect(read).not.toHaveBeenCalled();
});

test("platform and shown parameters are rendered apart, other parameters share a first view", async () => {
  expect(await textOf(PATH, { "user-agent": "MicroMessenger/8" })).toContain("mp-weixin-web user");
  expect(await textOf(`${PATH}?type=privacy`)).toContain("web privacy");
  expect(await textOf(`${PATH}?from=a`)).toBe(await textOf(`${PATH}?from=b`));
  expect(render).toHaveBeenCalledTimes(3);
});

test("a page is rendered for the known city of the cookie, else for none, each apart", async () => {
  const html = async (city: string, address = `${PATH}?local=1`) =>
    textOf(address, { cookie: `city=${city}` });
  expect(await html("330100")).toContain("杭州");
  const none = await textOf(`${PATH}?local=1`);
  for (const unknown of ["", "999999", "330100x", "__proto__"])
    expect(await html(unknown)).toBe(none);
  expect(render).toHaveBeenCalledTimes(2);
  // A page that shows no city is one for all of them.
  expect(await html("330100", PATH)).toBe(await textOf(PATH));
  expect((await get(PATH)).headers.vary).toContain("cookie");
});

test("only an address with a first view is one of its pages", () => {
  expect(["", "?type=user", "?code=ABC"].map((query) => views.has(PATH + query))).toEqual([
    true,
    true,
    false,
  ]);
  expect(["/", "//", "/%", "/x?%"].some((url) => views.has(url))).toBe(false);
});

test("the key names the page, what it shows in any order, and the platform", () => {
  const plan = { path: PATH, query: { a: "1", b: "2" }, reads: [] };
  const key = firstViewKey(plan, "web");
  expect(firstViewKey({ ...plan, query: { b: "2", a: "1" } }, "web")).toBe(key);
  const others = [
    firstViewKey(plan, "mp-weixin-web"),
    firstViewKey({ ...plan, path: "/" }, "web"),
    firstViewKey({ ...plan, query: { a: "1" } }, "web"),
    firstViewKey({ ...plan, city: { code: "330100", name: "杭州" } }, "web"),
    firstViewKey({ ...plan, query: { a: '1","b', b: "2" } }, "web"),
  ];
  expect(new Set([key, ...others]).size).toBe(6);
});

test("it is sent compressed, and not again to a browser that has it", async () => {
  const plain = await textOf();
  const br = await get(PATH, { "accept-encoding": "gzip, br" });
  expect(br.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain);
  const zipped = await get(PATH, { "accept-encoding": "gzip" });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain);
  const etag = String(br.headers.etag);
  expect(br.headers["cache-control"]).toBe("no-cache");
  expect((await get(PATH, { "if-none-match": etag })).statusCode).toBe(304);
  read.mockResolvedValue("第二版");
  now = 500;
  expect((await get(PATH, { "if-none-match": etag })).statusCode).toBe(200);
});
