/**
 * Tests messages: each event notifies a member once, through the channels they want, and not at
 * night.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { publishEvent } from "../../platform/jobs/domain-events.ts";
import { chooseOffers } from "../members/actions.ts";
import {
  announce,
  consentsView,
  listDeadSendings,
  storeConsent,
  pageOfMessages,
  readMessages,
  resend,
  unreadSummary,
} from "./actions.ts";
import { type MessagesTestEnv, createMessagesTestEnv, wechatError } from "./test-env.fixture.ts";

let testEnv: MessagesTestEnv;
beforeEach(async () => {
  testEnv = await createMessagesTestEnv();
});
afterEach(() => testEnv.close());

const ORDER = "018f0000-0000-7000-8000-0000000000aa";
const titles = async (memberId: string): Promise<string[]> =>
  (await pageOfMessages(testEnv.context, testEnv.db, testEnv.deps.orders, memberId, {})).list.map(
    ({ title }) => title,
  );
const issued = (memberId: string, ref = ORDER) =>
  ({ memberId, kind: "order.issued", ref, data: { delivery: "card" } }) as const;
const refunded = (memberId: string, refundId = "r1") =>
  ({ memberId, kind: "order.refunded", ref: ORDER, data: { refundId } }) as const;
const accept = (memberId: string, channel: "sms" | "wechat", subject: "pickup" | "expiring") =>
  storeConsent(testEnv.context, testEnv.db, testEnv.deps, {
    memberId,
    channel,
    subject,
    answer: "accepted",
  });
const pickupOf = async (memberId: string) =>
  (await consentsView(testEnv.context, testEnv.db, testEnv.deps, memberId)).list.find(
    ({ channel, subject }) => channel === "wechat" && subject === "pickup",
  );
const at = (iso: string) => testEnv.context.clock.set(new Date(iso));
const dueTimes = async () =>
  (
    await testEnv.rows<{ due: Date }>(
      "SELECT due_at AS due FROM outbox WHERE topic = 'message.send' AND state = 'queued'",
    )
  ).map(({ due }) => due.toISOString());

describe("in the app", () => {
  test("a change that is rolled back creates no message, a committed one creates one", async () => {
    const memberId = await testEnv.member();
    const failing = transaction(testEnv.db, async (tx) => {
      await publishEvent(testEnv.context, tx, issued(memberId));
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await testEnv.work();
    expect(await titles(memberId)).toEqual([]);
    await testEnv.publish(issued(memberId));
    await testEnv.work();
    expect(await titles(memberId)).toEqual(["卡券已发放"]);
    expect(testEnv.pushed).toEqual(["1"]);
  });

  test("an order whose codes were sent gets no second message when it is done", async () => {
    const memberId = await testEnv.member();
    await testEnv.handleEvent(issued(memberId));
    await testEnv.handleEvent({ memberId, kind: "order.done", ref: ORDER });
    await testEnv.handleEvent({ memberId, kind: "nothing.known", ref: ORDER });
    expect(await titles(memberId)).toEqual(["卡券已发放"]);
  });

  test("two refunds of one order are two messages, and a repeated event of one refund is one", async () => {
    const memberId = await testEnv.member();
    for (const refundId of ["r1", "r2", "r1"])
      await testEnv.handleEvent(refunded(memberId, refundId));
    expect(await titles(memberId)).toEqual(["退款已完成", "退款已完成"]);
  });

  test("an announcement is in every member's list without a row per member, and each member reads it separately", async () => {
    const [one, other] = [await testEnv.member(), await testEnv.member()];
    const untilAt = testEnv.context.clock.now().getTime() + 3_600_000;
    const content = { topic: "campaign", title: "周末五折", text: "肯德基套餐五折" } as const;
    await announce(testEnv.context, testEnv.db, {
      ...content,
      untilAt,
      actor: "op",
      reason: "活动",
    });
    expect(await testEnv.rows("SELECT 1 FROM announcement_mark")).toEqual([]);
    expect(await titles(one)).toEqual(["周末五折"]);
    await readMessages(testEnv.context, testEnv.db, one, { all: true });
    expect((await unreadSummary(testEnv.context, testEnv.db, one)).total).toBe(0);
    expect((await unreadSummary(testEnv.context, testEnv.db, other)).byTopic.campaign).toBe(1);
    testEnv.context.clock.advance(3_600_001);
    expect(await titles(other)).toEqual([]);
  });

  test("a member who refused advertising sees no announcement of a campaign, and every other one", async () => {
    const memberId = await testEnv.member();
    const { context, db } = testEnv;
    const untilAt = context.clock.now().getTime() + 3_600_000;
    for (const [topic, title] of [
      ["campaign", "周末五折"],
      ["order", "今晚维护"],
    ] as const)
      await announce(context, db, {
        topic,
        title,
        text: title,
        untilAt,
        actor: "op",
        reason: "通知",
      });
    await testEnv.handleEvent(issued(memberId));
    const choose = (wantsOffers: boolean) =>
      transaction(db, (tx) => chooseOffers(context, tx, { memberId, wantsOffers }));
    await choose(false);
    expect((await titles(memberId)).toSorted()).toEqual(["今晚维护", "卡券已发放"].toSorted());
    expect((await unreadSummary(context, db, memberId)).byTopic).toMatchObject({
      campaign: 0,
      order: 2,
    });
    await choose(true);
    expect(await titles(memberId)).toContain("周末五折");
    expect((await unreadSummary(context, db, memberId)).byTopic.campaign).toBe(1);
  });

  test.each(["//evil.example/x", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "an announcement cannot link to %j",
    async (link) => {
      const wanted = { topic: "campaign", title: "活动", text: "活动", untilAt: 4e12 } as const;
      const tried = announce(testEnv.context, testEnv.db, {
        ...wanted,
        link,
        actor: "op",
        reason: "活动",
      });
      await expect(tried).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );
});

test("an announcement cannot promise a reward for sharing, in its title or its text", async () => {
  const wanted = { topic: "campaign", title: "活动", text: "活动", untilAt: 4e12 } as const;
  for (const field of ["title", "text"] as const) {
    const tried = announce(testEnv.context, testEnv.db, {
      ...wanted,
      [field]: "分享给好友得红包",
      actor: "op",
      reason: "活动",
    });
    await expect(tried).rejects.toMatchObject({ code: "BAD_REQUEST", data: { field } });
  }
});

describe("outside the app", () => {
  test("a member without consent gets no pickup code there", async () => {
    const memberId = await testEnv.member();
    await testEnv.handleEvent(issued(memberId));
    expect(await testEnv.sendings(memberId)).toEqual([]);
  });

  test("the phone left with a meal gets its code, unless the member refused such SMS", async () => {
    const meal = { kind: "order.issued", ref: ORDER, data: { delivery: "meal" } } as const;
    const [one, other] = [await testEnv.member(), await testEnv.member()];
    const no = { channel: "sms", subject: "pickup", answer: "refused" } as const;
    await storeConsent(testEnv.context, testEnv.db, testEnv.deps, { memberId: other, ...no });
    for (const memberId of [one, other]) await testEnv.handleEvent({ memberId, ...meal });
    await testEnv.work();
    const smsText = "取餐码 838121，肯德基人民广场店，11-22 12:15 取餐。";
    const link = `https://yj.example/r#${"R".repeat(22)}`;
    const arrived = [...testEnv.bySms.arrived.values()];
    expect(arrived).toEqual([`13911112222 【云鲸权益】${smsText} ${link}`]);
    const { list } = await pageOfMessages(
      testEnv.context,
      testEnv.db,
      testEnv.deps.orders,
      other,
      {},
    );
    expect(list.map(({ title, text }) => [title, text])).toEqual([["取餐码已生成", smsText]]);
    const stored = await testEnv.rows("SELECT 1 FROM message WHERE body LIKE '%838121%'");
    expect(stored).toEqual([]);
  });

  test("a one-time subscription allows one message, and a page may ask for it again afterwards", async () => {
    const memberId = await testEnv.member();
    expect(await pickupOf(memberId)).toMatchObject({ state: "none", mayAsk: true });
    await accept(memberId, "wechat", "pickup");
    expect(await pickupOf(memberId)).toMatchObject({ state: "accepted", mayAsk: false });
    for (const n of [1, 2])
      await testEnv.handleEvent(issued(memberId, ORDER.replace(/a$/, String(n))));
    await testEnv.work();
    // Both were queued while one credit was left: one is sent with it, and nothing counts as
    // refused.
    expect(testEnv.atWechat.arrived).toHaveLength(1);
    const sendings = await testEnv.sendings(memberId);
    expect(sendings.map(({ state }) => state).sort()).toEqual(["SENT", "SKIPPED"]);
    expect(await pickupOf(memberId)).toMatchObject({ state: "accepted", mayAsk: true });
  });

  test("a refusal in WeChat (43101) is stored: no retry, and no further request for consent", async () => {
    const memberId = await testEnv.member();
    await accept(memberId, "wechat", "pickup");
    testEnv.atWechat.script.push(wechatError("refused", "43101"));
    await testEnv.handleEvent(issued(memberId));
    await testEnv.work();
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "REFUSED", word: "43101" }]);
    expect(await pickupOf(memberId)).toMatchObject({ state: "refused", mayAsk: false });
    await testEnv.handleEvent(issued(memberId, ORDER.replace(/a$/, "b")));
    await testEnv.work();
    expect(testEnv.atWechat.calls()).toBe(1);
  });

  test("an unanswered request for consent is stored, and does not overwrite an answer", async () => {
    const memberId = await testEnv.member();
    const consentKey = { memberId, channel: "wechat", subject: "pickup" } as const;
    await storeConsent(testEnv.context, testEnv.db, testEnv.deps, {
      ...consentKey,
      answer: "asked",
    });
    expect(await pickupOf(memberId)).toMatchObject({ state: "asked", mayAsk: false });
    await storeConsent(testEnv.context, testEnv.db, testEnv.deps, {
      ...consentKey,
      answer: "refused",
    });
    await storeConsent(testEnv.context, testEnv.db, testEnv.deps, {
      ...consentKey,
      answer: "asked",
    });
    expect(await pickupOf(memberId)).toMatchObject({ state: "refused", mayAsk: false });
  });

  test("at night a refund waits until eight o'clock; pickup codes and security messages do not", async () => {
    at("2026-11-20T14:30:00Z"); // 22:30 in Shanghai.
    const memberId = await testEnv.member();
    await accept(memberId, "sms", "pickup");
    await testEnv.handleEvent(refunded(memberId));
    expect(await dueTimes()).toEqual(["2026-11-21T00:00:00.000Z"]);
    await testEnv.handleEvent(issued(memberId));
    await testEnv.handleEvent({ memberId, kind: "security.password_set", ref: ORDER });
    await testEnv.work();
    expect(testEnv.bySms.arrived.size).toBe(2);
    expect(testEnv.atWechat.calls()).toBe(0);
    at("2026-11-21T00:00:01Z");
    await testEnv.work();
    expect(testEnv.atWechat.arrived).toHaveLength(1);
  });

  test("a retry that falls into the night waits for the morning too", async () => {
    at("2026-11-20T13:59:55Z");
    const memberId = await testEnv.member();
    testEnv.atWechat.script.push(wechatError("later", "-1"));
    await testEnv.handleEvent(refunded(memberId));
    await testEnv.work();
    at("2026-11-20T14:00:06Z");
    await testEnv.work();
    expect(testEnv.atWechat.calls()).toBe(1);
    at("2026-11-21T00:00:00Z");
    await testEnv.work();
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "SENT", tries: 2 }]);
  });

  test("a sending that fails five times is dead, and an operator sees it and resends it", async () => {
    const memberId = await testEnv.member();
    for (let n = 0; n < 5; n++) testEnv.atWechat.script.push(wechatError("later", "45009"));
    await testEnv.handleEvent(refunded(memberId));
    for (let n = 0; n < 9; n++) {
      await testEnv.work();
      at(new Date(testEnv.context.clock.now().getTime() + 3 * 3_600_000).toISOString());
    }
    expect(testEnv.atWechat.calls()).toBe(5);
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "DEAD", word: "45009" }]);
    const { list } = await listDeadSendings(testEnv.db);
    expect(list).toMatchObject([{ title: "退款已完成", channel: "wechat", tries: 5 }]);
    const [dead] = list;
    if (!dead) throw new Error("nothing is dead");
    at("2026-11-22T04:00:00Z");
    await resend(testEnv.context, testEnv.db, dead);
    await testEnv.work();
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "SENT" }]);
    const again = resend(testEnv.context, testEnv.db, dead);
    await expect(again).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });
});

describe("a crash between sending and recording", () => {
  const twice = async () => {
    expect(await testEnv.work()).toBe(1);
    await testEnv.lapse();
    expect(await testEnv.work()).toBe(0);
  };

  test("causes no second text message: the provider knows the key", async () => {
    const memberId = await testEnv.member();
    await accept(memberId, "sms", "pickup");
    testEnv.bySms.script.push("crash");
    await testEnv.handleEvent(issued(memberId));
    await twice();
    expect(testEnv.bySms.arrived.size).toBe(1);
    expect(await titles(memberId)).toHaveLength(1);
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "SENT", tries: 2 }]);
  });

  test("repeats a template message under its key while WeChat still knows it", async () => {
    const memberId = await testEnv.member();
    testEnv.atWechat.script.push("crash");
    await testEnv.handleEvent(refunded(memberId));
    await twice();
    expect(testEnv.atWechat.arrived).toHaveLength(1);
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "SENT", tries: 2 }]);
  });

  test("does not repeat a template message once WeChat has forgotten the key", async () => {
    const memberId = await testEnv.member();
    testEnv.atWechat.script.push("crash");
    await testEnv.handleEvent(refunded(memberId));
    expect(await testEnv.work()).toBe(1);
    testEnv.context.clock.advance(9 * 60_000);
    await testEnv.lapse();
    await testEnv.work();
    expect(testEnv.atWechat.calls()).toBe(1);
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "UNSURE" }]);
  });

  test("does not repeat a subscription message, because WeChat has no key for it", async () => {
    const memberId = await testEnv.member();
    await accept(memberId, "wechat", "pickup");
    testEnv.atWechat.script.push("crash");
    await testEnv.handleEvent(issued(memberId));
    await twice();
    expect(testEnv.atWechat.arrived).toHaveLength(1);
    expect(await testEnv.sendings(memberId)).toMatchObject([{ state: "UNSURE", tries: 1 }]);
  });

  test("a lost answer is treated in the same way: repeated by key, or not at all", async () => {
    const memberId = await testEnv.member();
    await accept(memberId, "wechat", "pickup");
    testEnv.atWechat.script.push(
      wechatError("unheard", "unheard"),
      wechatError("unheard", "unheard"),
    );
    await testEnv.handleEvent(refunded(memberId));
    await testEnv.handleEvent(issued(memberId));
    await testEnv.work();
    testEnv.context.clock.advance(11_000);
    await testEnv.work();
    const states = (await testEnv.sendings(memberId)).map(({ state }) => state).sort();
    expect(states).toEqual(["SENT", "UNSURE"]);
    expect(testEnv.atWechat.arrived).toHaveLength(2);
  });
});
