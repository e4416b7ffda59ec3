/**
 * Test environment for messages: a database with members, a scripted WeChat, and an idempotent SMS
 * provider.
 */
import type { Context } from "../../platform/context.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import {
  type DomainEvent,
  domainEventHandler,
  publishEvent,
} from "../../platform/jobs/domain-events.ts";
import { claim, complete } from "../../platform/jobs/worker-claims.ts";
import type { Delivery } from "../../platform/jobs/outbox.ts";
import { Outage } from "../../platform/refusal.ts";
import { testContext } from "../../platform/testing.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";
import { messageSubscriber } from "./actions.ts";
import { messageHandlers } from "./jobs.ts";
import type { MessageDeps, WechatAnswer } from "./port.ts";

/** `crash`: the message was sent, and the process crashed before recording it. */
export type ScriptedAnswer = WechatAnswer | "crash";
export const sent: ScriptedAnswer = { state: "sent" };
export const wechatError = (
  state: Exclude<WechatAnswer["state"], "sent">,
  errorCode: string,
): ScriptedAnswer => ({
  state,
  errorCode,
});

/**
 * WeChat as its port specifies: a template message once per key, a subscription message at every
 * call.
 */
function scriptedWechat() {
  const arrived: { openid: string; way: "template" | "subscribe"; key?: string }[] = [];
  const script: ScriptedAnswer[] = [];
  let calls = 0;
  const act = async (work: () => void): Promise<WechatAnswer> => {
    calls++;
    const mode = script.shift() ?? sent;
    if (mode === "crash") {
      work();
      throw new Error("the process crashed");
    }
    if (mode.state === "sent" || mode.state === "unheard") work();
    return mode;
  };
  const wechat: MessageDeps["wechat"] = {
    sendTemplate: ({ openid, messageId: key }) =>
      act(() => {
        const isKnown = arrived.some((one) => one.key === key && one.openid === openid);
        if (!isKnown) arrived.push({ openid, way: "template", key });
      }),
    sendSubscribe: ({ openid }) => act(() => void arrived.push({ openid, way: "subscribe" })),
  };
  return { wechat, arrived, script, calls: () => calls };
}

/** The provider sends once per key; a lost answer is an Outage. */
function scriptedSms() {
  const arrived = new Map<string, string>();
  const script: ("well" | "unheard" | "crash")[] = [];
  const sms: MessageDeps["sms"] = {
    async send({ phone, text, dedupeKey }) {
      const mode = script.shift() ?? "well";
      if (!arrived.has(dedupeKey)) arrived.set(dedupeKey, `${phone} ${text}`);
      if (mode === "unheard") throw new Outage("sms", "no answer in time");
      if (mode === "crash") throw new Error("the process crashed");
    },
  };
  return { sms, arrived, script };
}

/**
 * Processes all due messages; a handler that crashes leaves its message for a later run. Returns
 * how many crashed.
 */
async function drainOutbox(
  context: Context,
  db: Db,
  deliver: (delivery: Delivery) => Promise<void>,
): Promise<number> {
  let died = 0;
  for (;;) {
    const due = await claim(context, db, { limit: 100, startQueue: 0 });
    if (due.length === 0) return died;
    for (const delivery of due) {
      const isDone = await deliver(delivery).then(
        () => true,
        () => false,
      );
      if (isDone) await complete(context, db, delivery);
      else died++;
    }
  }
}

export async function createMessagesTestEnv(size = 8) {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size });
  const { wechat, ...atWechat } = scriptedWechat();
  const { sms, ...bySms } = scriptedSms();
  const pushed: string[] = [];
  const deps: MessageDeps = {
    orders: {
      orderOf: async () => ({
        orderNo: "202611200001",
        title: "疯狂星期四套餐",
        pickup: { store: "肯德基人民广场店", from: Date.UTC(2026, 10, 22, 4, 15) },
      }),
      pickupOf: async () => ({ codes: ["838121"], receiptToken: "R".repeat(22) }),
    },
    pagesOrigin: "https://yj.example",
    contacts: {
      phoneOf: async () => "13900000000",
      contactOf: async () => "13911112222",
      openidOf: async (memberId) => `o${memberId}`,
    },
    wechat,
    sms,
    pusher: { push: async (_member, { unread }) => void pushed.push(String(unread)) },
  };
  const handleEvent = messageSubscriber(context, db, deps);
  const handlers = {
    news: domainEventHandler([handleEvent]),
    ...messageHandlers(context, db, deps),
  };
  let members = 0;
  const rows = async <T extends object>(text: string, values: readonly unknown[] = []) =>
    (await db.$client.query<T>(text, [...values])).rows;
  const deliver = async (delivery: Delivery): Promise<void> => {
    const handler = handlers[delivery.topic as keyof typeof handlers];
    await handler?.(delivery);
  };
  return {
    context,
    db,
    deps,
    handleEvent,
    atWechat,
    bySms,
    pushed,
    rows,
    deliver,
    ownerUrl: fresh.ownerUrl,
    appUrl: fresh.appUrl,
    member: () =>
      transaction(db, async (tx) => {
        const phone = `139${String(++members).padStart(8, "0")}`;
        return (await findOrCreateMemberByPhone(context, tx, phone)).memberId;
      }),
    publish: (event: DomainEvent) => transaction(db, (tx) => publishEvent(context, tx, event)),
    work: () => drainOutbox(context, db, deliver),
    /** Expires the leases of crashed handlers, so that their messages are due again. */
    async lapse(): Promise<void> {
      await rows("UPDATE outbox SET state = 'queued', lease_until = NULL WHERE state = 'claimed'");
    },
    sendings: (memberId: string) =>
      rows<{ channel: string; state: string; tries: number; word: string | null }>(
        `SELECT channel, state, tries, word FROM message_send WHERE member_id = $1
         ORDER BY created_at, message_id, channel`,
        [memberId],
      ),
    async close() {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
export type MessagesTestEnv = Awaited<ReturnType<typeof createMessagesTestEnv>>;
