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
import { decideInInbox, findInInbox, listInbox, passOnInInbox } from "../approvals/actions.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { statements } from "../orders/shop.fixture.ts";
import { proposeAdjustment } from "../reconciliation/actions.ts";
import { answerTicket, handOverTicket, openTicket, takeTicket } from "../tickets/actions.ts";
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

const CARL = "0199cccc-0000-7000-8000-00000000000c";
const handedTo = async (operator: OperatorRights) =>
  (await pulse(operator)).handed.map(({ object }) => object);
const mayAnswer = () => Promise.resolve(true);

async function askedTicket(): Promise<string> {
  const { ticketId } = await openTicket(context, db, {
    memberId: await newMember(),
    key: `pulse-ticket-${++made}`,
    topic: "other",
    text: "会员卡在哪里可以看到",
    smsWanted: false,
  });
  return ticketId;
}
const handTicket = (ticketId: string, to: { readonly toId?: string; readonly role?: string }) =>
  handOverTicket(context, db, {
    ticketId,
    operatorId: ANNA,
    reason: "下班交接",
    mayAnswer,
    ...to,
  });

test("work handed to an operator or to a role is in the pulse of those who may do it, for an hour", async () => {
  const [own, ofRole, back] = [await askedTicket(), await askedTicket(), await askedTicket()];
  await handTicket(own, { toId: BEN });
  context.clock.advance(1_000);
  await handTicket(ofRole, { role: "财务" });
  await handTicket(back, {});
  const answerer = operatorOf(BEN, "tickets:handle");
  expect(await handedTo(answerer)).toEqual([`ticket.${ofRole}`, `ticket.${own}`]);
  expect((await pulse(answerer)).handed[1]).toMatchObject({ byId: ANNA, reason: "下班交接" });
  expect(await handedTo(operatorOf(BEN, "orders:refund"))).toEqual([`ticket.${own}`]);
  expect(await handedTo(operatorOf(ANNA, "tickets:handle"))).toEqual([]);
  context.clock.advance(3_600_000);
  expect(await handedTo(answerer)).toEqual([]);
  context.clock.advance(86_400_000);
  await handTicket(back, { toId: BEN });
  const kept = await db.$client.query("SELECT object FROM handover");
  expect(kept.rows).toEqual([{ object: `ticket.${back}` }]);
});

test("the notice of a ticket ends when it is answered, or when a colleague has it by now", async () => {
  const answerer = operatorOf(BEN, "tickets:handle");
  const ticketId = await askedTicket();
  const before = await handedTo(answerer);
  await handTicket(ticketId, { toId: BEN });
  expect(await handedTo(answerer)).toEqual([`ticket.${ticketId}`, ...before]);
  await handTicket(ticketId, { toId: CARL });
  expect(await handedTo(answerer)).toEqual(before);
  expect(await handedTo(operatorOf(CARL, "tickets:handle"))).toEqual([`ticket.${ticketId}`]);
  const answer = { operatorId: CARL, text: "在「我的」页面上方", key: `pulse-answer-${++made}` };
  await answerTicket(context, db, { pusher: { push: async () => {} } }, { ticketId, ...answer });
  expect(await handedTo(operatorOf(CARL, "tickets:handle"))).toEqual([]);
  const taken = await askedTicket();
  await handTicket(taken, { role: "财务" });
  expect(await handedTo(answerer)).toEqual([`ticket.${taken}`, ...before]);
  await takeTicket(context, db, { ticketId: taken, operatorId: CARL });
  expect(await handedTo(answerer)).toEqual(before);
});

test("the notice of an approval ends with its decision, and for an operator who may not decide it", async () => {
  await proposeFor(ANNA);
  const checker = operatorOf(CARL, "ledger:approve");
  const reader = operatorOf(BEN, "ledger:approve");
  const { list } = await listInbox(context, db, deps.inbox, {
    reader,
    box: "mine",
    kind: undefined,
    cursor: undefined,
    pageSize: 20,
  });
  const id = list.at(-1)?.id ?? "";
  const { etag } = await findInInbox(context, db, deps.inbox, { reader, id });
  await passOnInInbox(context, db, deps.inbox, {
    reader,
    id,
    etag,
    toId: CARL,
    reason: "下班交接",
    key: `pulse-pass-${++made}`,
    colleagues: async () => [{ ...checker, name: "卡尔" }],
  });
  expect(await handedTo(checker)).toEqual([`approval.${id}`]);
  expect(await handedTo(operatorOf(CARL, "orders:refund"))).toEqual([]);
  await decideInInbox(context, db, deps.inbox, {
    reader,
    id,
    etag,
    action: "reject",
    reason: "金额不对",
    key: `pulse-decide-${++made}`,
  });
  expect(await handedTo(checker)).toEqual([]);
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
