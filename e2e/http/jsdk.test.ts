/** `POST /wechat/jsdk` over HTTP: two servers on one database, with the WeChat sandbox. */
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import { type FreshDatabase, freshDatabase } from "@yunjing/server/platform/database/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { compose } from "../faults/composed.fixture.ts";
import {
  type PageConfig,
  startWechatSandbox,
  type WechatTestEnv,
} from "../gateways/wechat.fixture.ts";

type Server = { readonly composed: Awaited<ReturnType<typeof compose>>; readonly origin: string };
type JsdkResponse = {
  readonly status: boolean;
  readonly msg: string;
  readonly code?: string;
  readonly config?: PageConfig;
  readonly data?: { readonly config: PageConfig };
};

const PUBLIC_ORIGIN = "https://own.example";
const PAGE = `${PUBLIC_ORIGIN}/pages/index/index?a=1`;

let database: FreshDatabase;
let wechat: WechatTestEnv;
let servers: Server[];

async function startServer(): Promise<Server> {
  const composed = await compose({
    DATABASE_URL: database.appUrl,
    SANDBOX_ORIGIN: wechat.origin,
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for this test",
    PUBLIC_ORIGIN,
  });
  return { composed, origin: await composed.app.server.listen({ port: 0, host: "127.0.0.1" }) };
}

async function startServers(): Promise<void> {
  database = await freshDatabase();
  wechat = await startWechatSandbox();
  servers = [await startServer(), await startServer()];
}
async function stopServers(): Promise<void> {
  for (const { composed } of servers) {
    await composed.app.server.close();
    await closeDatabase(composed.db);
  }
  await database.drop();
  await wechat.close();
}

let devices = 0;
const newDevice = () => `device-of-this-test-${devices++}`;

/** Asks one of the servers to sign a page URL, as a browser with this device cookie does. */
async function sign(url: unknown, device: string | undefined = newDevice(), server = 0) {
  const answer = await fetch(`${servers[server]?.origin}/api/wechat/jsdk`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(device === undefined ? {} : { cookie: `did=${device}` }),
    },
    body: JSON.stringify({ url }),
  });
  const body: JsdkResponse = await answer.json();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body };
}

describe("two servers on one database", () => {
  beforeAll(startServers, 60_000);
  afterAll(stopServers);

  test.each([
    "https://other.example/",
    "https://own.example.other.example/",
    "http://own.example/",
    "/pages/index/index",
  ])("H02 H03 %s is refused: it is not our host", async (url) => {
    const { status, body } = await sign(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: false, code: "URL_FOREIGN", msg: expect.any(String) });
    expect(body.config).toBeUndefined();
    expect(await wechat.calls()).toMatchObject({ ticket: 0 });
  });

  test("H02 the config is at the top level and in data, and WeChat accepts its signature", async () => {
    const { status, body } = await sign(`${PAGE}#code=secret`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: true, msg: expect.any(String) });
    expect(body.data?.config).toEqual(body.config);
    const { config } = body;
    if (!config) throw new Error("no config");
    expect(Object.keys(config).sort()).toEqual(
      ["appId", "jsApiList", "nonceStr", "signature", "timestamp"].sort(),
    );
    expect(Math.abs(config.timestamp - Date.now() / 1_000)).toBeLessThan(60);
    expect(await wechat.verify(PAGE, config)).toBe("ok");
    expect(await wechat.verify(`${PAGE}&b=2`, config)).toBe("invalid signature");
  });

  test("H02 an address of 1,024 characters is signed, a longer one is refused; the fragment is not counted", async () => {
    const longest = PAGE + "x".repeat(1_024 - PAGE.length);
    expect((await sign(`${longest}#${"y".repeat(500)}`)).status).toBe(200);
    expect((await sign(`${longest}x`)).body).toMatchObject({ status: false, code: "BAD_REQUEST" });
    expect((await sign(undefined)).status).toBe(400);
  });

  test("H02 the thirty-first request of one browser within a minute is refused, at either server", async () => {
    const device = newDevice();
    const answers = await Promise.all(
      Array.from({ length: 62 }, (_, index) => sign(PAGE, device, index % 2)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // The requests may span two minutes, which are counted separately.
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(30);
    expect(refused[0]?.body).toMatchObject({ status: false, code: "RATE_LIMITED" });
    expect(Number(refused[0]?.retryAfter)).toBeGreaterThan(0);
    expect((await sign(PAGE)).status).toBe(200);
  });
});

describe("two servers that have no ticket", () => {
  beforeEach(startServers, 60_000);
  afterEach(stopServers);

  test("H02 two answers share only the ticket", async () => {
    const [first, second] = [await sign(PAGE), await sign(PAGE, newDevice(), 1)];
    expect(first.body.config?.nonceStr).not.toBe(second.body.config?.nonceStr);
    expect(await wechat.calls()).toMatchObject({ stableToken: 1, ticket: 1 });
  });

  test("H02 64 parallel callers at two servers cause one fetch", async () => {
    await wechat.setFaults({ slowMs: 200 });
    const requests = Array.from({ length: 64 }, (_, index) => sign(PAGE, newDevice(), index % 2));
    const answers = await Promise.all(requests);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await wechat.calls()).toEqual({ token: 0, stableToken: 1, ticket: 1 });
  });

  test("H02 while WeChat gives no ticket it is an outage of a partner, in the envelope", async () => {
    await wechat.setFaults({ errcode: 40164 });
    const { status, body } = await sign(PAGE);
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: false, code: "PARTNER_DOWN" });
  });
});
