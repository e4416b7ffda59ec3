/**
 * C12: a server with open sockets is killed, and another server resumes each member's event stream
 * where it stopped.
 */
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, openDatabase } from "@yunjing/server/platform/database/pool";
import { pushToMember, readLastNumbers } from "@yunjing/server/platform/push/event-log";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type HttpTestEnv, type Login, openHttpTestEnv } from "../http/test-env.fixture.ts";
import { openAuthenticatedSocket, type TestSocket } from "../http/socket.fixture.ts";
import { type Bundle, bundleEntry, run, serveWeb, stopProcess } from "./process.fixture.ts";

const MEMBERS = 12;
const EVENTS_PER_MEMBER = 40;

let testEnv: HttpTestEnv;
let bundle: Bundle;
let publisher: Bundle;
beforeAll(async () => {
  testEnv = await openHttpTestEnv();
  bundle = await bundleEntry("e2e/faults/web.fixture.ts");
  publisher = await bundleEntry("e2e/faults/publisher.fixture.ts");
}, 60_000);
afterAll(async () => {
  bundle.remove();
  publisher.remove();
  await testEnv.close();
});

/** Starts one more server process on the same database. */
async function serve() {
  const settings = { pushDrainMs: 200 };
  const served = await serveWeb(bundle, { databaseUrl: testEnv.appUrl, settings });
  onTestFinished(() => stopProcess(served.server, "SIGKILL"));
  return served;
}

const lastOf = (page: TestSocket, before: number): number => Number(page.ids().at(-1) ?? before);

test("C12 after a kill -9 under a load of events, every member gets each event once and in order", async () => {
  const [first, second] = await Promise.all([serve(), serve()]);
  const logins: Login[] = [];
  for (let n = 0; n < MEMBERS; n++) logins.push(await testEnv.logIn(`1370002${1000 + n}`));
  const pages = await Promise.all(
    logins.map(({ token }) => openAuthenticatedSocket(first.origin, token)),
  );
  await Promise.all(pages.map((page) => page.untilFrame("ready")));

  // A third process, this one, publishes the events throughout.
  const publishing = (async () => {
    for (let n = 1; n <= EVENTS_PER_MEMBER; n++) {
      await Promise.all(
        logins.map(({ memberId }) =>
          transaction(testEnv.db, (tx) =>
            pushToMember(testEnv.context, tx, memberId, { type: "order", orderId: `o${n}` }),
          ),
        ),
      );
      await pause(15);
    }
  })();
  await pages[0]?.until(() => (pages[0] && pages[0].ids().length >= 5 ? true : undefined));
  await stopProcess(first.server, "SIGKILL");
  for (const page of pages) expect((await page.untilEnd()).code).toBe(1006);
  const back = await Promise.all(
    logins.map(({ token }, n) => {
      const page = pages[n];
      return openAuthenticatedSocket(second.origin, token, page ? lastOf(page, 0) : 0);
    }),
  );
  await publishing;
  for (const [n, page] of back.entries()) {
    const before = pages[n]?.ids() ?? [];
    const all = () => [...before, ...page.ids()];
    await page.until(() => (all().length >= EVENTS_PER_MEMBER ? true : undefined));
    expect(all()).toEqual(Array.from({ length: EVENTS_PER_MEMBER }, (_, n) => n + 1));
    expect(page.of("gap")).toEqual([]);
  }
  // Proves that the kill came before all events had arrived.
  expect(pages.some((page) => page.ids().length < EVENTS_PER_MEMBER)).toBe(true);

  // On SIGTERM the server closes its sockets with code 1012, spread over its drain time.
  await stopProcess(second.server, "SIGTERM");
  for (const page of back) {
    expect(await page.untilEnd()).toEqual({ code: 1012, reason: "restart" });
  }
}, 60_000);

test("C12 after the LISTEN connection is cut, events published meanwhile still arrive", async () => {
  const by = await testEnv.logIn("13700029999");
  const page = await openAuthenticatedSocket(testEnv.origin, by.token);
  await page.untilFrame("ready");
  const publish = (n: number) =>
    pushToMember(testEnv.context, testEnv.db, by.memberId, { type: "order", orderId: `o${n}` });
  await publish(1);
  await page.untilFrame("event");
  const cut = await testEnv.db.$client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'yunjing-listen' AND datname = current_database()`,
  );
  expect(cut.rowCount).toBe(1);
  for (let n = 2; n <= 4; n++) await publish(n);
  await page.until(() => (page.ids().length >= 4 ? true : undefined));
  expect(page.ids()).toEqual([1, 2, 3, 4]);
  page.close();
});

/** Two polls of the last numbers. */
const POLLED_WITHIN_MS = 6_000;

test("C12 an event of a process that died between its commit and its notification arrives with the next poll", async () => {
  const { token, memberId } = await testEnv.logIn("13700029998");
  const page = await openAuthenticatedSocket(testEnv.origin, token);
  await page.untilFrame("ready");
  const dying = run(publisher.entry, { DATABASE_URL: testEnv.appUrl, MEMBER_ID: memberId });
  const signal = await new Promise((ended) => dying.once("exit", (_code, by) => ended(by)));
  const committedAt = performance.now();
  expect(signal).toBe("SIGKILL");
  expect(await readLastNumbers(testEnv.db, [memberId])).toEqual([{ memberId, seq: 1 }]);
  await page.untilFrame("event");
  expect(performance.now() - committedAt).toBeLessThan(POLLED_WITHIN_MS);
  expect(page.ids()).toEqual([1]);
  page.close();
}, 30_000);

test("C12 two processes publish to a member with sockets in two others: each socket gets each event once and in order", async () => {
  const [first, second] = await Promise.all([serve(), serve()]);
  const { token, memberId } = await testEnv.logIn("13700029997");
  const pages = await Promise.all(
    [first, second].map(({ origin }) => openAuthenticatedSocket(origin, token)),
  );
  await Promise.all(pages.map((page) => page.untilFrame("ready")));
  // Notifications are gathered for each pool, so two pools publish like two processes.
  const other = openDatabase({ url: testEnv.appUrl, log: testEnv.context.log });
  const publishFrom = async (db: typeof other, name: string) => {
    for (let n = 1; n <= EVENTS_PER_MEMBER; n++) {
      await transaction(db, (tx) =>
        pushToMember(testEnv.context, tx, memberId, { type: "order", orderId: `${name}${n}` }),
      );
    }
  };
  await Promise.all([publishFrom(testEnv.db, "a"), publishFrom(other, "b")]);
  await closeDatabase(other);
  const all = Array.from({ length: 2 * EVENTS_PER_MEMBER }, (_, n) => n + 1);
  for (const page of pages) {
    await page.until(() => (page.ids().length >= all.length ? true : undefined));
    expect(page.ids()).toEqual(all);
    const orders = page.of("event").map((frame) => Reflect.get(Object(frame["data"]), "orderId"));
    expect(new Set(orders).size).toBe(all.length);
    page.close();
  }
}, 60_000);
