/**
 * One ticket for all processes, against the WeChat sandbox over HTTP: fetched once, renewed, and
 * served during an outage.
 */
import { wechatPlatform } from "@yunjing/server/gateways/wechat/platform";
import { wechatTickets } from "@yunjing/server/gateways/wechat/tickets";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { type FreshDatabase, freshDatabase } from "@yunjing/server/platform/database/testing";
import { createLog } from "@yunjing/server/platform/log";
import { Outage } from "@yunjing/server/platform/refusal";
import { testContext } from "@yunjing/server/platform/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWechatSandbox, type WechatTestEnv } from "./wechat.fixture.ts";

const MINUTE_MS = 60_000;

let database: FreshDatabase;
let pools: Db[];
let wechat: WechatTestEnv;
let logLines: string[];
let context: ReturnType<typeof testContext>;

beforeEach(async () => {
  logLines = [];
  const log = createLog("trace", { write: (line) => void logLines.push(line) });
  context = { ...testContext(), log };
  database = await freshDatabase();
  pools = [0, 1].map(() => openDatabase({ url: database.appUrl, log }));
  wechat = await startWechatSandbox();
});
afterEach(async () => {
  await Promise.all(pools.map(closeDatabase));
  await database.drop();
  await wechat.close();
});

/**
 * A process as far as tickets are concerned: its own connections, with only the database in common.
 */
const processOf = (index: number, account = wechat.account) => {
  const db = pools[index % pools.length];
  if (!db) throw new Error("no pool");
  return wechatTickets(context, db, wechatPlatform(account));
};
const advance = (ms: number) => {
  context.clock.advance(ms);
  wechat.advance(ms);
};
const run = (statement: string) => {
  const [db] = pools;
  if (!db) throw new Error("no pool");
  return db.$client.query<Record<string, string>>(statement);
};

describe("one ticket for all processes", () => {
  test("H02 with 64 callers in two processes exactly one fetches", async () => {
    await wechat.setFaults({ slowMs: 150 });
    const [one, other] = [processOf(0), processOf(1)];
    const tickets = await Promise.all(
      Array.from({ length: 64 }, (_, index) => (index % 2 ? one : other).jsapiTicket()),
    );
    expect(new Set(tickets).size).toBe(1);
    expect(await wechat.calls()).toEqual({ token: 0, stableToken: 1, ticket: 1 });
  });

  test("H02 the count can fail: processes with separate databases fetch one each", async () => {
    const other = await freshDatabase();
    const elsewhere = openDatabase({ url: other.appUrl, log: context.log });
    const stranger = wechatTickets(context, elsewhere, wechatPlatform(wechat.account));
    await Promise.all([processOf(0).jsapiTicket(), stranger.jsapiTicket()]);
    expect(await wechat.calls()).toMatchObject({ stableToken: 2, ticket: 2 });
    await closeDatabase(elsewhere);
    await other.drop();
  });

  test("H02 it is stored encrypted and never logged", async () => {
    const ticket = await processOf(0).jsapiTicket();
    await wechat.setFaults({ errcode: 45009 });
    advance(111 * MINUTE_MS);
    await processOf(0).jsapiTicket();
    const rows = await run(`SELECT encode(sealed, 'escape') AS kept FROM wechat_credential`);
    const stored = JSON.stringify(rows.rows);
    const logged = logLines.join("");
    expect(rows.rows).toHaveLength(2);
    expect(logged).toContain("errcode 45009");
    for (const secret of [ticket, wechat.account.secret]) {
      expect(stored).not.toContain(secret);
      expect(logged).not.toContain(secret);
    }
  });
});

describe("renewal", () => {
  test("H02 one caller renews it ten minutes before its expiry, while the others use the old one", async () => {
    const first = await processOf(0).jsapiTicket();
    advance(109 * MINUTE_MS);
    expect(await processOf(1).jsapiTicket()).toBe(first);
    expect(await wechat.calls()).toMatchObject({ ticket: 1 });
    advance(2 * MINUTE_MS);
    await wechat.setFaults({ slowMs: 150 });
    const askers = Array.from({ length: 64 }, (_, index) => processOf(index).jsapiTicket());
    expect(new Set(await Promise.all(askers))).toEqual(new Set([first]));
    expect(await wechat.calls()).toMatchObject({ ticket: 2 });
  });

  test("H02 an expired ticket is never served", async () => {
    const first = await processOf(0).jsapiTicket();
    advance(121 * MINUTE_MS);
    expect(await processOf(1).jsapiTicket()).not.toBe(first);
  });

  test("H02 a token that the platform rejects is dropped and fetched again once", async () => {
    const first = await processOf(0).jsapiTicket();
    await wechat.expire("stableToken");
    await wechat.expire("ticket");
    await run(
      `UPDATE wechat_credential SET renew_at = '2026-11-20' WHERE name LIKE '%:jsapi_ticket'`,
    );
    const second = await processOf(1).jsapiTicket();
    expect(second).not.toBe(first);
    expect(await wechat.calls()).toEqual({ token: 0, stableToken: 2, ticket: 3 });
  });
});

describe("an outage of WeChat", () => {
  test.each([[{ errcode: 45009 }], [{ status: 502 }], [{ slowMs: 2_500 }]])(
    "H02 %j: a valid ticket is still served, and WeChat is not called repeatedly",
    async (faults) => {
      const first = await processOf(0).jsapiTicket();
      advance(111 * MINUTE_MS);
      await wechat.setFaults(faults);
      for (let turn = 0; turn < 5; turn++) {
        expect(await processOf(turn).jsapiTicket()).toBe(first);
      }
      // Five callers cause one token request and, with the old token, one ticket request.
      expect(await wechat.calls()).toMatchObject({ stableToken: 2, ticket: 2 });
      await wechat.setFaults({});
      advance(MINUTE_MS);
      await processOf(0).jsapiTicket();
      expect((await wechat.calls()).ticket).toBe(3);
    },
  );

  test("H02 without a ticket it is an Outage, and one attempt serves all callers", async () => {
    await wechat.setFaults({ errcode: 45009 });
    const askers = Array.from({ length: 64 }, (_, index) => processOf(index).jsapiTicket());
    const outcomes = await Promise.allSettled(askers);
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(outcomes[0]).toMatchObject({ reason: expect.any(Outage) });
    expect((await wechat.calls()).stableToken).toBe(1);
  });

  test("H02 a wrong secret is an Outage that does not quote it", async () => {
    const wrong = processOf(0, { ...wechat.account, secret: "wrong-secret-of-thirty-two-bytes" });
    const failure = await wrong.jsapiTicket().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Outage);
    expect(failure).toMatchObject({ cause: { message: "WeChat answered 200, errcode 40125" } });
  });
});
