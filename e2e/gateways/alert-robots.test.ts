/** Alerts reach their recipients over real HTTP: a group's robot, and operators by SMS. */
import { sandboxKeys } from "@yunjing/sandbox/keys";
import { systemClock } from "@yunjing/sandbox/clock";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { smsSender } from "@yunjing/server/gateways/sms/sender";
import { robotSender } from "@yunjing/server/gateways/robots/sender";
import { type AlertKind, raiseAlert } from "@yunjing/server/platform/alerts";
import { closeDatabase, type Db, openDatabase } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { startWorker, type Worker } from "@yunjing/server/platform/jobs/worker";
import { Refusal } from "@yunjing/server/platform/refusal";
import { testContext } from "@yunjing/server/platform/testing";
import { findOrCreateMemberByPhone } from "@yunjing/server/domain/members/actions";
import { readActiveOperators } from "@yunjing/server/domain/operators/actions";
import { makeTestOperator } from "@yunjing/server/domain/operators/testing";
import {
  acknowledge,
  alertHandlers,
  listRecipients,
  notifyOfAlerts,
  setRecipients,
} from "@yunjing/server/domain/queues/actions";
import { afterAll, beforeAll, expect, test } from "vitest";

const SUPPLY = "13500000001";
const AUDITOR = "13500000002";
const unchanged = { hours: "always", hasRobot: false, sinceVersion: 0 } as const;
const context = testContext();
const sandbox = createSandbox({ clock: { ...systemClock, now: context.clock.now } });
let origin = "";
let db: Db;
let worker: Worker;
let deps: Parameters<typeof alertHandlers>[2];
let drop: () => Promise<void>;
const ids = new Map<string, string>();
const idOf = (phone: string): string => ids.get(phone) ?? "";

beforeAll(async () => {
  origin = await sandbox.listen();
  const fresh = await freshDatabase();
  drop = fresh.drop;
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  const partner = { origin, key: sandboxKeys().sms, timeoutMs: 5_000, ...context };
  deps = {
    operators: { activeOperators: readActiveOperators },
    robots: robotSender({ hosts: [new URL(origin).host], timeoutMs: 5_000 }),
    sms: smsSender(partner),
  };
  for (const [phone, permission] of [
    [SUPPLY, "supply:manage"],
    [AUDITOR, "audit:read"],
  ] as const)
    await transaction(db, async (tx) => {
      const { memberId } = await findOrCreateMemberByPhone(context, tx, phone);
      await makeTestOperator(context, tx, { memberId, permissions: [permission] });
      ids.set(phone, memberId);
    });
  worker = startWorker(context, db, alertHandlers(context, db, deps), { pollMs: 20 });
});
afterAll(async () => {
  await worker.stop();
  await closeDatabase(db);
  await drop();
  await sandbox.close();
});

const raise = (kind: AlertKind, subject: string) =>
  raiseAlert(db, { kind, subject, text: "库存不足", now: context.clock.sql() });
const read = async (path: string): Promise<readonly { readonly text: string }[]> =>
  (await sandbox.app.inject({ url: path })).json();
const groups = () => read("/sandbox/robots/messages");
const smsOf = (phone: string) => read(`/sandbox/sms?phone=${phone}`);
const set = (change: Partial<Parameters<typeof setRecipients>[3]>) =>
  setRecipients(context, db, deps, {
    kind: "cards_low",
    operators: [],
    ...unchanged,
    actor: idOf(SUPPLY),
    ...change,
  });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? [error.code, error.data?.["field"]] : error),
  );

test("an alert reaches a robot that fails at first, and an operator, each once", async () => {
  const robotUrl = `${origin}/robot/v1/fails-first-ops`;
  await set({ operators: [idOf(SUPPLY)], hasRobot: true, robotUrl });
  await raise("cards_low", "card-a");
  await Promise.all([1, 2, 3].map(() => notifyOfAlerts(context, db)));
  await worker.idle();
  expect(await groups()).toEqual([]);
  context.clock.advance(2_000);
  await expect.poll(groups).toHaveLength(1);
  await worker.idle();
  await notifyOfAlerts(context, db);
  await raise("cards_low", "card-a");
  await notifyOfAlerts(context, db);
  await worker.idle();
  expect(await groups()).toMatchObject([
    { robot: "fails-first-ops", text: "提醒：卡密不足：库存不足" },
  ]);
  expect(await smsOf(SUPPLY)).toMatchObject([{ text: "【云鲸权益】提醒：卡密不足：库存不足" }]);
});

test("what happens at night waits until eight for those who are notified by day", async () => {
  const robotUrl = `${origin}/robot/v1/day`;
  await set({ kind: "desk_late", hours: "day", hasRobot: true, robotUrl });
  const night = Date.parse("2026-12-01T23:30:00+08:00") - context.clock.now().getTime();
  context.clock.advance(night);
  await raise("desk_late", "desk");
  await raise("desk_late", "acknowledged");
  await notifyOfAlerts(context, db);
  await worker.idle();
  const late = async () => (await groups()).filter((one) => "robot" in one && one.robot === "day");
  expect(await late()).toEqual([]);
  const operator = { memberId: idOf(SUPPLY), roles: ["admin"], permissions: [] };
  const { rows } = await db.$client.query<{ id: string }>(
    "SELECT alert_id AS id FROM alert WHERE subject = 'acknowledged'",
  );
  await acknowledge(context, db, { operator, alertId: rows[0]?.id ?? "" });
  context.clock.advance(Date.parse("2026-12-02T08:00:01+08:00") - context.clock.now().getTime());
  await expect.poll(late).toHaveLength(1);
});

test("only operators who may read the kind, and only allowed hosts, are recipients", async () => {
  const kind = "audit_key";
  const robotOn = (robotUrl: string) => set({ kind, hasRobot: true, robotUrl });
  expect(await refusalOf(set({ kind, operators: [idOf(SUPPLY)] }))).toEqual([
    "INPUT_INVALID",
    "operators",
  ]);
  const { host } = new URL(origin);
  for (const robotUrl of [
    "https://elsewhere.example/robot",
    `http://${host}@elsewhere.example/robot`,
    `http://${host}//elsewhere.example/robot`,
    `ftp://${host}/robot`,
    "no address",
  ])
    expect(await refusalOf(robotOn(robotUrl))).toEqual(["INPUT_INVALID", "robotUrl"]);
  expect(await refusalOf(set({ kind, hasRobot: true }))).toEqual(["INPUT_INVALID", "robotUrl"]);
  await set({ kind, operators: [idOf(AUDITOR)] });
  expect(await refusalOf(set({ kind, operators: [] }))).toEqual(["STATE_CHANGED", undefined]);
  const { list } = await listRecipients(db, deps);
  expect(list.find((one) => one.kind === "audit_key")).toMatchObject({ version: 1 });
  const shown = list.find((one) => one.kind === "cards_low")?.robotLabel;
  expect(shown).toBe(`${host} …-ops`);
});
