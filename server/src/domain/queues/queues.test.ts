/** Tests of the operators' pulse, alerts, saved views and dead messages. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { approvalKindsOf } from "../../app/approval-kinds.ts";
import { raiseAlert } from "../../platform/alerts.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { enqueueMessage } from "../../platform/jobs/outbox.ts";
import { Refusal } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { recordHandover } from "../approvals/actions.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { statements } from "../orders/shop.fixture.ts";
import { proposeAdjustment } from "../reconciliation/actions.ts";
import {
  acknowledge,
  alertsPage,
  assign,
  deadPage,
  listViews,
  readPulse,
  removeView,
  resendDead,
  resendTopic,
  readListSettings,
  saveListSettings,
  storeView,
} from "./actions.ts";
import type { OperatorRights } from "./model.ts";
import { defaults } from "../../platform/settings.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const context = testContext();
const approvalKinds = approvalKindsOf(defaults);
const deps = { inbox: { kinds: approvalKinds, wake: async () => undefined } };
const operatorOf = (memberId: string, ...permissions: readonly string[]): OperatorRights => ({
  memberId,
  roles: [],
  permissions,
});
const chief: OperatorRights = { memberId: BEN, roles: ["admin"], permissions: [] };
let db: Db;
let close: () => Promise<void>;
let made = 0;

beforeAll(async () => {
  const fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  close = async () => {
    await closeDatabase(db);
    await fresh.drop();
  };
});
afterAll(() => close());

async function newMember(): Promise<string> {
  const phone = `133${String(++made).padStart(8, "0")}`;
  return (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;
}

async function proposeFor(maker: string): Promise<void> {
  const entry = { memberId: await newMember(), account: "principal", amount: 100 } as const;
  await proposeAdjustment(context, db, { ...entry, maker, key: `pulse-${++made}`, reason: "补偿" });
}

/** Writes a message and gives it up; returns its topic's newest dead id. */
async function deadMessage(topic: string): Promise<void> {
  const memberId = await newMember();
  await transaction(db, (tx) =>
    enqueueMessage(context, tx, { memberId, aggregateId: context.ids.next(), topic, payload: {} }),
  );
  await db.$client.query(
    "UPDATE outbox SET state = 'dead', last_error = 'no answer', attempt = 5 WHERE topic = $1",
    [topic],
  );
}

const pulse = (operator: OperatorRights, place?: string) =>
  readPulse(context, db, deps, { operator, place });

test("the badge counts what others proposed, for operators who may decide it", async () => {
  await proposeFor(ANNA);
  await proposeFor(BEN);
  expect((await pulse(operatorOf(BEN, "ledger:approve"))).counts).toEqual({ approvals: 1 });
  expect((await pulse(operatorOf(ANNA, "ledger:approve"))).counts).toEqual({ approvals: 1 });
  expect((await pulse(operatorOf(ANNA, "catalog:edit"))).counts).toEqual({});
});

test("an operator's pulse holds only the queues of the own permissions", async () => {
  const { counts } = await pulse(operatorOf(BEN, "orders:refund", "jobs:read"));
  expect(Object.keys(counts).toSorted()).toEqual(["approvals", "dead", "refunds"]);
  expect(Object.keys((await pulse(chief)).counts)).toHaveLength(10);
});

test("the pulse of every queue takes eighteen statements, however much waits", async () => {
  const count = await statements(db, () => pulse(chief, "refund.RF1"));
  for (let n = 0; n < 5; n++) await proposeFor(ANNA);
  expect(await statements(db, () => pulse(chief, "refund.RF1"))).toBe(count);
  expect(count).toBeLessThanOrEqual(18);
});

test("how an operator wants a list is kept for that operator, the latest wish", async () => {
  await saveListSettings(db, ANNA, { list: "退款", hidden: ["reason"], pageSize: 50 });
  await saveListSettings(db, ANNA, { list: "退款", hidden: [], pageSize: 100 });
  await saveListSettings(db, ANNA, { list: "订单", hidden: ["source"] });
  expect(await readListSettings(db, ANNA)).toEqual([
    { list: "订单", hidden: ["source"] },
    { list: "退款", hidden: [], pageSize: 100 },
  ]);
  expect(await readListSettings(db, BEN)).toEqual([]);
});

test("who has the same refund open is named until the presence ends", async () => {
  await pulse(operatorOf(ANNA, "orders:refund"), "refund.RF2");
  const ben = operatorOf(BEN, "orders:refund");
  expect((await pulse(ben, "refund.RF2")).others).toEqual([ANNA]);
  expect((await pulse(ben, "refund.RF3")).others).toEqual([]);
  context.clock.advance(60_000);
  expect((await pulse(ben, "refund.RF2")).others).toEqual([]);
});

test("work handed to an operator is in the own pulse for an hour, once for each handover", async () => {
  const hand = (object: string, to: { readonly toId?: string; readonly toRole?: string }) =>
    transaction(db, (tx) =>
      recordHandover(context, tx, { object, by: ANNA, reason: "下班交接", ...to }),
    );
  const handedTo = async (operator: OperatorRights) =>
    (await pulse(operator)).handed.map(({ object }) => object);
  const ben = operatorOf(BEN, "orders:refund");
  const answerer = operatorOf(BEN, "tickets:handle");
  await hand("refund.RF-1", { toId: BEN });
  context.clock.advance(1_000);
  await hand("ticket.T-100", { toRole: "财务" });
  await hand("case.C-100", { toId: ANNA });
  await hand("desk.D-100", {});
  expect(await handedTo(ben)).toEqual(["refund.RF-1"]);
  expect((await pulse(ben)).handed[0]).toMatchObject({ byId: ANNA, reason: "下班交接" });
  expect(await handedTo(answerer)).toEqual(["ticket.T-100", "refund.RF-1"]);
  expect(await handedTo(operatorOf(ANNA, "tickets:handle"))).toEqual([]);
  context.clock.advance(3_600_000);
  expect(await handedTo(answerer)).toEqual([]);
  context.clock.advance(86_400_000);
  await hand("refund.RF-2", { toId: BEN });
  const kept = await db.$client.query("SELECT object FROM handover");
  expect(kept.rows).toEqual([{ object: "refund.RF-2" }]);
});

const openAlerts = (operator: OperatorRights) =>
  alertsPage(db, { operator, kind: undefined, isOpen: true, cursor: undefined, pageSize: 20 });

test("an alert is assigned and acknowledged once, by an operator who may read its kind", async () => {
  const alert = { kind: "circuit_open", subject: "topup", text: "熔断" } as const;
  await raiseAlert(db, { ...alert, now: context.clock.sql() });
  const supply = operatorOf(ANNA, "supply:manage");
  const other = operatorOf(BEN, "orders:handle");
  expect((await openAlerts(other)).list).toEqual([]);
  const [{ id: alertId } = { id: "" }] = (await openAlerts(supply)).list;
  await expect(acknowledge(context, db, { operator: other, alertId })).rejects.toThrow(
    new Refusal("NOT_FOUND"),
  );
  await assign(db, { operator: supply, alertId, toId: BEN });
  expect((await openAlerts(supply)).list[0]?.assignedTo).toBe(BEN);
  expect((await pulse(supply)).alerts).toBe(1);
  await acknowledge(context, db, { operator: supply, alertId });
  expect((await pulse(supply)).alerts).toBe(0);
  await expect(acknowledge(context, db, { operator: supply, alertId })).rejects.toThrow(
    new Refusal("STATE_CHANGED"),
  );
});

test("a dead message is sent again once; those of a topic together", async () => {
  await deadMessage("test.one");
  await deadMessage("test.many");
  await deadMessage("test.many");
  const page = (topic?: string) => deadPage(db, { topic, cursor: undefined, pageSize: 20 });
  const [one] = (await page("test.one")).list;
  expect((await page()).topics).toEqual([
    { topic: "test.many", dead: 2 },
    { topic: "test.one", dead: 1 },
  ]);
  await resendDead(context, db, one?.id ?? "");
  await expect(resendDead(context, db, one?.id ?? "")).rejects.toThrow(
    new Refusal("STATE_CHANGED"),
  );
  expect(await resendTopic(context, db, "test.many")).toBe(2);
  expect((await page()).list).toEqual([]);
  const queued = await db.$client.query("SELECT FROM outbox WHERE state = 'queued'");
  expect(queued.rowCount).toBe(3);
});

test("a page of dead messages continues after its cursor without gaps or repetition", async () => {
  for (let n = 0; n < 5; n++) await deadMessage(`test.page-${n}`);
  const seen: string[] = [];
  for (let cursor: string | undefined, n = 0; n < 5; n++) {
    const page = await deadPage(db, { topic: undefined, cursor, pageSize: 2 });
    seen.push(...page.list.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(new Set(seen).size).toBe(5);
});

test("a saved view is the operator's own, replaced under its name, and removed", async () => {
  const key = { operatorId: ANNA, page: "refunds" };
  await storeView(context, db, key, { name: "大额", search: "min=50000" });
  await storeView(context, db, key, { name: "大额", search: "min=80000" });
  expect(await listViews(db, key)).toEqual([{ name: "大额", search: "min=80000" }]);
  expect(await listViews(db, { ...key, operatorId: BEN })).toEqual([]);
  await removeView(db, { ...key, name: "大额" });
  await expect(removeView(db, { ...key, name: "大额" })).rejects.toThrow(new Refusal("NOT_FOUND"));
});
