/**
 * C12: the socket endpoint admits the member a ticket names, once and from our own pages, and
 * closes sockets in time.
 */
import { pushToMember } from "@yunjing/server/platform/push/event-log";
import { logout } from "@yunjing/server/domain/members/actions";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { hashToken } from "@yunjing/server/platform/secrets";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { compose } from "../faults/composed.fixture.ts";
import { closeDatabase } from "@yunjing/server/platform/database/pool";
import {
  openAuthenticatedSocket,
  openSocket,
  type TestSocket,
  requestTicket,
} from "./socket.fixture.ts";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "./test-env.fixture.ts";

const SETTINGS = JSON.stringify({ pushDrainMs: 50 });
let testEnv: HttpTestEnv;
let other: Awaited<ReturnType<typeof compose>>;
let otherOrigin: string;
let phones = 0;
const pages: TestSocket[] = [];

beforeAll(async () => {
  testEnv = await openHttpTestEnv({ SETTINGS });
  // A second process on the same database; the two share nothing else.
  other = await compose({
    DATABASE_URL: testEnv.appUrl,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    SETTINGS,
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for these tests",
  });
  otherOrigin = await other.app.server.listen({ port: 0, host: "127.0.0.1" });
}, 60_000);
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
});
afterAll(async () => {
  await other.app.server.close();
  await other.listener.close();
  await closeDatabase(other.db);
  await testEnv.close();
});

const newMember = (): Promise<Login> => testEnv.logIn(`1370001${String(1000 + phones++)}`);
/** Changes a ticket in ways the application may not. */
async function asOwner(statement: string, ticket: string): Promise<void> {
  const client = new pg.Client(testEnv.ownerUrl);
  await client.connect();
  await client.query(statement, [hashToken(ticket)]).finally(() => client.end());
}
const storedEvents = (page: TestSocket): TestSocket => {
  pages.push(page);
  return page;
};
const openFrom = async (at: string, by: Login, after?: number): Promise<TestSocket> => {
  const page = storedEvents(await openAuthenticatedSocket(at, by.token, after));
  await page.untilFrame("ready");
  return page;
};
const publishEvent = (memberId: string, n: number) =>
  transaction(testEnv.db, (tx) =>
    pushToMember(testEnv.context, tx, memberId, { type: "order", orderId: `o${n}` }),
  );
const publishEvents = async (memberId: string, from: number, to: number): Promise<void> => {
  for (let n = from; n <= to; n++) await publishEvent(memberId, n);
};

test("C12 a socket with a ticket gets its position, and then every event of its own member", async () => {
  const [by, stranger] = [await newMember(), await newMember()];
  const [page, foreign] = [
    await openFrom(testEnv.origin, by),
    await openFrom(testEnv.origin, stranger),
  ];
  expect(page.of("ready")).toEqual([{ type: "ready", id: 0 }]);
  await publishEvent(by.memberId, 1);
  expect(await page.untilFrame("event")).toEqual({
    type: "event",
    id: 1,
    topic: "order",
    data: { orderId: "o1" },
  });
  await publishEvent(stranger.memberId, 2);
  await foreign.untilFrame("event");
  expect(page.ids()).toEqual([1]);
});

test("C12 the ticket may be sent as a subprotocol, which is not echoed, and a resume starts", async () => {
  const by = await newMember();
  const ticket = await requestTicket(testEnv.origin, by.token);
  const page = storedEvents(
    openSocket(testEnv.origin, { protocols: ["yunjing.push", `ticket.${ticket}`] }),
  );
  expect(await page.opened).toBe(101);
  expect(page.socket.protocol).toBe("yunjing.push");
  page.say({ type: "resume" });
  expect(await page.untilFrame("ready")).toEqual({ type: "ready", id: 0 });
});

test("C12 expired, used, foreign and missing tickets are refused", async () => {
  const by = await newMember();
  const used = await requestTicket(testEnv.origin, by.token);
  const first = storedEvents(openSocket(testEnv.origin));
  await first.opened;
  first.say({ type: "auth", ticket: used });
  await first.untilFrame("ready");
  const late = await requestTicket(testEnv.origin, by.token);
  const foreign = await requestTicket(testEnv.origin, by.token);
  await asOwner("UPDATE push_ticket SET expires_at = now() WHERE ticket_hash = $1", late);
  await asOwner("UPDATE push_ticket SET name = 'other' WHERE ticket_hash = $1", foreign);
  for (const ticket of [used, late, foreign, "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const page = storedEvents(openSocket(testEnv.origin));
    await page.opened;
    page.say({ type: "auth", ticket });
    expect(await page.untilEnd(), ticket).toEqual({ code: 4401, reason: "ticket" });
    const offered = storedEvents(
      openSocket(testEnv.origin, { protocols: ["yunjing.push", `ticket.${ticket}`] }),
    );
    expect(await offered.untilEnd(), ticket).toEqual({ code: 4401, reason: "ticket" });
  }
});

test("C12 a socket without a message within five seconds is closed, and the first message must be the authentication", async () => {
  const silent = storedEvents(openSocket(testEnv.origin));
  for (const text of [
    "{",
    "[]",
    "null",
    '{"type":"resume"}',
    '{"type":"auth"}',
    '{"type":"__proto__"}',
  ]) {
    const page = storedEvents(openSocket(testEnv.origin));
    await page.opened;
    page.socket.send(text);
    expect((await page.untilEnd()).code, text).toBe(4400);
  }
  const binary = storedEvents(openSocket(testEnv.origin));
  await binary.opened;
  binary.socket.send(Buffer.from('{"type":"ping"}'));
  expect((await binary.untilEnd()).code).toBe(4400);
  expect(await silent.untilEnd()).toEqual({ code: 4401, reason: "ticket" });
});

test("C12 only our own pages may connect, a query is refused, and inherited object members are no function names", async () => {
  const by = await newMember();
  const ticket = await requestTicket(testEnv.origin, by.token);
  const at = testEnv.origin;
  const foreign = ["https://evil.example", `${at}.evil.example`, "null", `${at}/`, ""];
  for (const origin of foreign) {
    expect(await storedEvents(openSocket(at, { origin })).opened, origin).toBe(403);
  }
  for (const query of [`?ticket=${ticket}`, "?a=1"]) {
    expect(await storedEvents(openSocket(at, { query })).opened, query).toBe(400);
  }
  for (const name of ["nothing", "__proto__", "constructor", "toString"]) {
    expect((await storedEvents(openSocket(at, { name })).untilEnd()).code, name).toBe(4404);
    const ticketRequest = requestTicket(at, by.token, name);
    await expect(ticketRequest).rejects.toThrow("NOT_FOUND");
  }
  expect((await fetch(`${at}/ws/function/push`, { headers: { origin: at } })).status).toBe(404);
  expect(await storedEvents(openSocket(at)).opened).toBe(101);
});

test("C12 a sixth socket, a frame beyond 16 KiB and too many messages in a second are refused", async () => {
  const by = await newMember();
  const five = await Promise.all(Array.from({ length: 5 }, () => openFrom(testEnv.origin, by)));
  const sixth = storedEvents(await openAuthenticatedSocket(testEnv.origin, by.token));
  expect((await sixth.untilEnd()).code).toBe(4429);
  const [talker, shouter, third] = five;
  // More messages than two seconds allow, so that the limit is exceeded wherever a second begins.
  for (let n = 0; n < 41; n++) talker?.say({ type: "ping" });
  expect((await talker?.untilEnd())?.code).toBe(4429);
  expect(talker?.of("pong").length).toBeLessThanOrEqual(40);
  shouter?.socket.send(`{"type":"${"x".repeat(16 * 1024)}"}`);
  expect((await shouter?.untilEnd())?.code).toBe(1009);
  third?.say({ type: "ping" });
  expect(await third?.untilFrame("pong")).toEqual({ type: "pong" });
  // The two closed sockets no longer count.
  await openFrom(testEnv.origin, by);
});

test("C12 a ban closes the member's sockets within five seconds, in every process, and no other member's", async () => {
  const [by, stranger] = [await newMember(), await newMember()];
  const pages = [await openFrom(testEnv.origin, by), await openFrom(otherOrigin, by)];
  const staying = await openFrom(otherOrigin, stranger);
  await testEnv.db.$client.query("UPDATE member SET status = 'FROZEN' WHERE member_id = $1", [
    by.memberId,
  ]);
  for (const page of pages) {
    expect(await page.untilEnd(5_000)).toEqual({ code: 4403, reason: "session" });
  }
  expect(staying.socket.readyState).toBe(staying.socket.OPEN);
});

test("C12 a logout closes the sockets of its session within five seconds, in every process, and no other session's", async () => {
  const by = await newMember();
  const again = await testEnv.logIn(`1370001${String(1000 + phones - 1)}`);
  expect(again.memberId).toBe(by.memberId);
  const here = await openFrom(testEnv.origin, by);
  const there = await openFrom(otherOrigin, by);
  const stays = await openFrom(otherOrigin, again);
  const ticket = await requestTicket(testEnv.origin, by.token);
  const caller = { memberId: by.memberId, sessionId: by.sessionId, roles: [], permissions: [] };
  await logout(testEnv.context, testEnv.db, caller, false);
  for (const page of [here, there]) {
    expect(await page.untilEnd(5_000)).toEqual({ code: 4403, reason: "session" });
  }
  const after = storedEvents(openSocket(testEnv.origin));
  await after.opened;
  after.say({ type: "auth", ticket });
  expect((await after.untilEnd()).code).toBe(4403);
  await publishEvent(by.memberId, 1);
  expect((await stays.untilFrame("event")).id).toBe(1);
});

test("C12 an event published in one process reaches a socket in another, in order, and only once it is committed", async () => {
  const by = await newMember();
  const page = await openFrom(otherOrigin, by);
  const rolledBack = transaction(testEnv.db, async (tx) => {
    await pushToMember(testEnv.context, tx, by.memberId, { type: "order", orderId: "never" });
    throw new Error("it did not happen");
  });
  await expect(rolledBack).rejects.toThrow("it did not happen");
  await Promise.all(Array.from({ length: 40 }, (_, n) => publishEvent(by.memberId, n)));
  await page.until(() => (page.ids().length >= 40 ? true : undefined));
  expect(page.ids()).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect(page.frames.some(({ data }) => JSON.stringify(data)?.includes("never"))).toBe(false);
});

test("C12 a resume delivers missed events once and in order, also while more are published; a deleted event is a gap", async () => {
  const by = await newMember();
  const first = await openFrom(testEnv.origin, by);
  await publishEvents(by.memberId, 1, 3);
  await first.until(() => (first.ids().length === 3 ? true : undefined));
  first.close();
  await publishEvents(by.memberId, 4, 10);
  const publishing = Promise.all(
    Array.from({ length: 20 }, (_, n) => publishEvent(by.memberId, 11 + n)),
  );
  const second = await openFrom(otherOrigin, by, 3);
  await publishing;
  await second.until(() => (second.ids().length >= 27 ? true : undefined));
  expect(second.ids()).toEqual(Array.from({ length: 27 }, (_, n) => n + 4));
  second.say({ type: "resume", after: 29 });
  await second.until(() => (second.ids().length === 28 ? true : undefined));
  expect(second.ids().at(-1)).toBe(30);

  await publishEvents(by.memberId, 31, 140);
  const late = await openFrom(testEnv.origin, by, 30);
  expect(await late.untilFrame("gap")).toEqual({ type: "gap", id: 140 });
  await publishEvent(by.memberId, 141);
  expect((await late.untilFrame("event")).id).toBe(141);
  const fromTheFuture = await openFrom(testEnv.origin, by, 9_999);
  expect(await fromTheFuture.untilFrame("gap")).toEqual({ type: "gap", id: 141 });
  expect(late.ids()).toEqual([141]);
});

test("C12 the metrics count sockets, events, resumes and gaps", async () => {
  const by = await newMember();
  const page = await openFrom(testEnv.origin, by, 9_999);
  await page.untilFrame("gap");
  await publishEvent(by.memberId, 1);
  await page.untilFrame("event");
  const figures = await (await fetch(`${testEnv.origin}/metrics`)).text();
  for (const name of ["sockets", "events_delivered_total", "resumes_total", "gaps_total"]) {
    expect(figures).toMatch(new RegExp(`^push_${name} [1-9]`, "m"));
  }
});
