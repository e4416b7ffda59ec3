/** Queued messages of every topic: waiting, leased by a dead worker, and waiting for a retry. */
import { findOrCreateMemberByPhone } from "@yunjing/server/domain/members/actions";
import { kinds } from "@yunjing/server/domain/messages/templates";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { addGrowth } from "@yunjing/server/domain/levels/actions";
import type { OutboxHandler, Delivery } from "@yunjing/server/platform/jobs/outbox";
import { type DomainEvent, publishEvent } from "@yunjing/server/platform/jobs/domain-events";
import { deliver } from "@yunjing/server/platform/jobs/worker-deliver";
import { claim } from "@yunjing/server/platform/jobs/worker-claims";
import { Outage } from "@yunjing/server/platform/refusal";
import { asOwner } from "../http/backdate.fixture.ts";
import { submitBatch } from "./fill-codes.fixture.ts";
import { withdraw } from "./fill-money.fixture.ts";
import { topUpPhone } from "./fill-orders.fixture.ts";
import { mergedWithLateMoney } from "./fill-people.fixture.ts";
import { approveRefund, type Refund } from "./fill-refunds.fixture.ts";
import { asOperator, control, DAY_MS, must, type Past, rows } from "./past.fixture.ts";

const LATER = "interval '1 year'";
type Row = { id: string; topic: string };

/** Runs `work` while only these messages are due. */
export async function whileOnlyDue(past: Past, condition: string, work: () => Promise<unknown>) {
  const { testEnv } = past;
  const held = `state = 'queued' AND NOT (${condition})`;
  const before = await rows<Row>(testEnv, `SELECT id, topic FROM outbox WHERE ${held}`);
  const ids = [before.map(({ id }) => id)];
  await asOwner(testEnv, `UPDATE outbox SET due_at = due_at + ${LATER} WHERE id = ANY($1)`, ids);
  await work();
  await asOwner(testEnv, `UPDATE outbox SET due_at = due_at - ${LATER} WHERE id = ANY($1)`, ids);
}

/** An order sent to the supplier that an operator then claims: our number there. */
async function claimedByOperator(past: Past, tail: string): Promise<string> {
  const { exchange, testEnv } = past;
  const orderNo = await topUpPhone(past, tail);
  await whileOnlyDue(past, "topic = 'supplier.place'", () => testEnv.carryOnce());
  const [found] = await rows<{ outNo: string }>(
    testEnv,
    `SELECT s.out_no AS "outNo" FROM supplier_order s JOIN orders o ON o.id = s.order_id
     WHERE o.order_no = $1`,
    [orderNo],
  );
  const { outNo = "" } = found ?? {};
  const now = testEnv.clock.now();
  await asOwner(testEnv, "UPDATE supplier_order SET manual_at = $2 WHERE out_no = $1", [
    outNo,
    now,
  ]);
  await must(exchange.call("operatorDesk", "claim", { outNo }, await asOperator(past, "maker")));
  return outNo;
}
const evidenceFields = { reason: "与供应商核实", evidence: "供应商客服的回复" };

/** An order that the supplier accepted and an operator declared failed: its number is withdrawn. */
async function withdrawnFromSupplier(past: Past, tail = "0004"): Promise<void> {
  const outNo = await claimedByOperator(past, tail);
  const by = await asOperator(past, "maker");
  await must(past.exchange.call("operatorDesk", "failed", { outNo, ...evidenceFields }, by));
}

/** Orders delivered after an operator had decided otherwise: their cost is lost. */
export async function fillLosses(past: Past): Promise<void> {
  const { testEnv, exchange } = past;
  await control(testEnv, "PUT", "suppliers/topup/faults", { lateCallbackMs: DAY_MS });
  await withdrawnFromSupplier(past, "5551");
  const outNo = await claimedByOperator(past, "5552");
  const made = { outNo, codes: [], isHandMade: true, ...evidenceFields };
  await must(exchange.call("operatorDesk", "delivered", made, await asOperator(past, "maker")));
  await control(testEnv, "PUT", "suppliers/topup/faults", {});
  await new Promise((issued) => setTimeout(issued, 100));
  await whileOnlyDue(past, "topic = 'supplier.withdraw'", () => testEnv.carryOnce());
}

async function oneOfEach(past: Past, wave: number, refund: Refund): Promise<void> {
  const { testEnv, shop, exchange } = past;
  const { context, db } = testEnv;
  const { memberId } = await shop.buyer();
  const growth = { memberId, ref: `growth ${wave}`, growth: 900, title: "消费" };
  await addGrowth(context, db, { ...growth, at: context.clock.now() });
  await withdrawnFromSupplier(past);
  // What these brought is announced to their members, which is another topic.
  await whileOnlyDue(past, "topic = 'news'", () => testEnv.carryOnce());
  await withdrawnFromSupplier(past);
  await approveRefund(past, refund);
  const phone = `1391112000${wave}`;
  await must(exchange.call("passport", "smsSend", { phone, scene: "login" }));
  await submitBatch(past);
  await withdraw(past, 900);
  await exchange.call("passport", "smsSend", { phone: `1391112010${wave}`, scene: "login" });
  await mergedWithLateMoney(past, wave);
}

/** The newest message of a topic that was not tried yet, and that no other of its aggregate holds up. */
async function newestOf({ testEnv }: Past, topic: string): Promise<Row> {
  const [found] = await rows<Row>(
    testEnv,
    `SELECT o.id, o.topic FROM outbox o
     WHERE o.topic = $1 AND o.state = 'queued' AND o.attempt = 0 AND NOT EXISTS (
       SELECT FROM outbox e WHERE e.member_id = o.member_id AND e.aggregate_id = o.aggregate_id
         AND (e.state = 'claimed' OR e.state = 'queued' AND e.attempt > 0))
     ORDER BY o.payload->>'channel' = 'sms' DESC, o.created_at DESC, o.id DESC LIMIT 1`,
    [topic],
  );
  if (!found) throw new Error(`no message of ${topic} waits`);
  return found;
}

/** An order whose worker ended while it was asking the supplier. */
export async function fillSentOrder(past: Past): Promise<void> {
  const { testEnv, facts } = past;
  const { topup } = testEnv.app.gateways.suppliers;
  if (!topup) throw new Error("there is no supplier of top-ups");
  const { place } = topup;
  Object.assign(topup, { place: () => Promise.reject(new Error("the process ended")) });
  const orderNo = await topUpPhone(past, "4444");
  const itsOwn = `id = (SELECT id FROM outbox WHERE topic = 'supplier.place' ORDER BY created_at DESC, id DESC LIMIT 1)`;
  await whileOnlyDue(past, itsOwn, () => testEnv.carryOnce());
  facts["sentOrder"] = orderNo;
  Object.assign(topup, { place });
}

/** A message that failed so often that an operator must inspect it. */
async function buryOne(past: Past): Promise<void> {
  const { context, db } = past.testEnv;
  const [message] = await rows<Row>(
    past.testEnv,
    "SELECT id, topic FROM outbox WHERE topic = 'sms.send' AND state = 'queued' LIMIT 1",
  );
  const { outboxTriesMax } = context.settings;
  const text = "UPDATE outbox SET attempt = $2 WHERE id = $1";
  await asOwner(past.testEnv, text, [message?.id, outboxTriesMax - 1]);
  const handlers = { "sms.send": () => Promise.reject(new Outage("the SMS provider")) };
  await whileOnlyDue(past, `id = '${message?.id}'`, async () => {
    for (const delivery of await claim(context, db, { limit: 1, startQueue: 0 }))
      await deliver({ context, db, handlers: handlers, onDead: undefined }, delivery);
  });
}

/** Claims the newest message of a topic, and nothing else. */
async function claimNewest(past: Past, topic: string): Promise<Delivery> {
  const { id } = await newestOf(past, topic);
  const { context, db } = past.testEnv;
  const claimed: Delivery[] = [];
  await whileOnlyDue(past, `id = '${id}'`, async () => {
    claimed.push(...(await claim(context, db, { limit: 1, startQueue: 0 })));
  });
  const [delivery] = claimed;
  if (!delivery) throw new Error(`no message of ${topic} was claimed`);
  return delivery;
}

/** A message of each topic has failed once; another one is leased by a dead worker. */
async function leaveUnfinished(past: Past): Promise<void> {
  const { context, db, app } = past.testEnv;
  const { sms, wechatMessages } = app.gateways;
  const { send } = sms;
  const { sendTemplate, sendSubscribe } = wechatMessages;
  const broken = () => Promise.reject(new Outage("a partner"));
  const unheard = async () => ({ state: "unheard" as const, word: "no answer" });
  const silent = () => new Promise<never>(() => undefined);
  const sendMessage = app.outboxHandlers["message.send"];
  for (const topic of Object.keys(app.outboxHandlers)) {
    Object.assign(sms, { send: broken });
    Object.assign(wechatMessages, { sendTemplate: unheard, sendSubscribe: unheard });
    const failing: OutboxHandler = async (delivery) => {
      if (topic === "message.send") await sendMessage?.(delivery);
      await broken();
    };
    const deliveryContext = { context, db, handlers: { [topic]: failing }, onDead: undefined };
    await deliver(deliveryContext, await claimNewest(past, topic));
    Object.assign(sms, { send: silent });
    Object.assign(wechatMessages, { sendTemplate: silent, sendSubscribe: silent });
    const leased = await claimNewest(past, topic);
    if (topic === "message.send") void sendMessage?.(leased);
    // The worker begins to send and never receives the answer.
    if (topic === "message.send") await new Promise((begun) => setTimeout(begun, 300));
  }
  Object.assign(sms, { send });
  Object.assign(wechatMessages, { sendTemplate, sendSubscribe });
}

/** One event of every kind, each of its own member: the stored kinds must not change. */
async function publishEveryKind({ testEnv, facts }: Past): Promise<void> {
  const { context, db } = testEnv;
  const data = { amountFen: 1_234, points: 300, at: context.clock.now().getTime() };
  const published = [];
  for (const [place, kind] of kinds.entries()) {
    const phone = `138555500${String(place).padStart(2, "0")}`;
    const memberId = await transaction(db, async (tx) => {
      const member = await findOrCreateMemberByPhone(context, tx, phone);
      const ref = context.ids.next();
      await publishEvent(context, tx, {
        memberId: member.memberId,
        kind: kind as DomainEvent["kind"],
        ref,
        data,
      });
      return member.memberId;
    });
    published.push({ kind, memberId });
  }
  facts["events"] = published;
}

/** `refunds` wait for their approval, one for each message. */
export async function fillQueue(past: Past, refunds: readonly Refund[]): Promise<void> {
  for (const [wave, refund] of refunds.entries()) await oneOfEach(past, wave, refund);
  for (const _ of refunds) await withdrawnFromSupplier(past);
  // The last of them is sent to its supplier after the upgrade.
  for (const _ of [...refunds, undefined])
    past.facts["queuedOrder"] = await topUpPhone(past, "3333");
  await buryOne(past);
  await publishEveryKind(past);
  await leaveUnfinished(past);
}
