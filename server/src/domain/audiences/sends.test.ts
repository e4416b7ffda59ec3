/** Bulk sends: each member at most once, at an instant, paused, resumed and cancelled, by two persons. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { decideApproval } from "../approvals/actions.ts";
import { withdrawApproval } from "../approvals/actions/proposals.ts";
import { budgetHandler, campaignMemberPage, proposeBudget } from "../coupons/actions.ts";
import { chooseOffers } from "../members/actions.ts";
import {
  bulkGiveHandler,
  cancelSend,
  forecastGive,
  giveToAudience,
  pauseSend,
  resumeSend,
  runSend,
  sendDetail,
  sendMemberPage,
  sendPage,
  sendToAudience,
  setMessageText,
} from "./actions.ts";
import { audienceHandlers } from "./jobs.ts";
import { ANNA, type AudienceEnv, BEN, createAudienceEnv, named, reason } from "./testing.ts";

const HOUR_MS = 3_600_000;
let env: AudienceEnv;
let members: string[];
let made = 0;
beforeAll(async () => {
  env = await createAudienceEnv();
  members = await Promise.all([1, 2, 3, 4, 5].map((n) => env.member(n)));
  await env.asOwner(`UPDATE member SET status = 'FROZEN' WHERE member_id = '${members[4]}'`);
}, 60_000);
afterAll(() => env.close());
beforeEach(() => {
  // Noon in Shanghai.
  env.context.clock.set(new Date("2026-11-23T04:00:00Z"));
});

const caller = (memberId: string) =>
  ({ memberId, roles: ["admin"], permissions: [] }) as unknown as Parameters<
    typeof pauseSend
  >[2]["caller"];
const give = async (
  templateId: string,
  more: Partial<Parameters<typeof giveToAudience>[2]> = {},
) => {
  const key = `give-${++made}`;
  const fileId = more.fileId ?? (await env.list(members));
  const wanted = { templateId, fileId, ref: key, reason, makerId: ANNA, key, ...more };
  return giveToAudience(env.context, env.db, wanted);
};
const run = (sendId: string) => runSend(env.context, env.db, sendId);
const read = async (sendId: string) => {
  const { send, reasons } = await sendDetail(env.context, env.db, named, sendId);
  const { state, given, already, barred, pauseReason, approvalId } = send;
  return {
    state,
    given,
    already,
    barred,
    reasons,
    ...(pauseReason ? { pauseReason } : {}),
    ...(approvalId ? { approvalId } : {}),
  };
};
const coupons = (templateId: string) =>
  env.ask<number>("SELECT count(*)::int FROM member_coupon WHERE template_id = $1", [templateId]);

describe("coupons for an audience", () => {
  test("give each member one, count each outcome, and say who got nothing", async () => {
    const templateId = await env.template();
    const { sendId } = await give(templateId, { ref: "spring" });
    expect(await run(sendId)).toBe("done");
    const reasons = [{ text: "账户被冻结或已注销", members: 1 }];
    expect(await read(sendId)).toEqual({ state: "done", given: 4, already: 0, barred: 1, reasons });
    const again = await give(templateId, { ref: "spring" });
    await run(again.sendId);
    expect(await read(again.sendId)).toMatchObject({ given: 0, already: 4, barred: 1 });
    expect(await coupons(templateId)).toBe(4);
    const page = await campaignMemberPage(env.context, env.db, { templateId, pageSize: 3 });
    expect(page.list).toHaveLength(3);
    expect(page.list[0]).toMatchObject({ source: "grant", state: "available" });
    const { cursor: _, ...rest } = { cursor: page.nextCursor, templateId };
    const next = await campaignMemberPage(env.context, env.db, {
      ...rest,
      cursor: page.nextCursor,
    });
    expect(next.list).toHaveLength(1);
  });

  test("are one send for one key, and the operator who makes it gets none", async () => {
    const templateId = await env.template();
    const [maker = "", other = ""] = members;
    const fileId = await env.list([maker, other]);
    const first = await give(templateId, { fileId, makerId: maker, key: "same", ref: "same" });
    const second = await give(templateId, { fileId, makerId: maker, key: "same", ref: "same" });
    expect(second).toEqual(first);
    await run(first.sendId);
    expect(await read(first.sendId)).toMatchObject({
      given: 1,
      barred: 1,
      reasons: [{ text: "本人是这次发放的提交人或同意人" }],
    });
  });

  test("wait for their instant, and take the members of the time they were made", async () => {
    const templateId = await env.template();
    const at = env.now().getTime() + HOUR_MS;
    const { sendId } = await give(templateId, { at });
    expect(await run(sendId)).toEqual(new Date(at));
    expect(await read(sendId)).toMatchObject({ state: "scheduled", given: 0 });
    env.context.clock.advance(HOUR_MS);
    expect(await run(sendId)).toBe("done");
    expect(await read(sendId)).toMatchObject({ state: "done", given: 4 });
  });

  test("stop when they are paused, go on when they are resumed, and end when they are cancelled", async () => {
    const templateId = await env.template();
    const { sendId } = await give(templateId);
    const act = { sendId, caller: caller(BEN), reason: "先等一等" };
    await pauseSend(env.context, env.db, act);
    expect(await run(sendId)).toBe("done");
    expect(await read(sendId)).toMatchObject({
      state: "paused",
      given: 0,
      pauseReason: "先等一等",
    });
    await expect(pauseSend(env.context, env.db, act)).rejects.toMatchObject({
      code: "STATE_CHANGED",
    });
    await resumeSend(env.context, env.db, act);
    await run(sendId);
    expect(await read(sendId)).toMatchObject({ state: "done", given: 4 });
    const other = await give(templateId);
    await cancelSend(env.context, env.db, { ...act, sendId: other.sendId });
    await run(other.sendId);
    expect(await read(other.sendId)).toMatchObject({ state: "cancelled", given: 0 });
    await expect(
      resumeSend(env.context, env.db, { ...act, sendId: other.sendId }),
    ).rejects.toMatchObject({ code: "STATE_CHANGED" });
  });

  test("need their own permission", async () => {
    const { sendId } = await give(await env.template());
    const writer = { ...caller(BEN), roles: [], permissions: ["messages:send"] };
    await expect(
      pauseSend(env.context, env.db, { sendId, caller: writer, reason }),
    ).rejects.toMatchObject({ code: "NO_PERMISSION" });
  });

  test("are paused when the campaign has none left, and go on with the rest after more are added", async () => {
    const templateId = await env.template({ stock: [4] });
    const { sendId } = await give(templateId, { fileId: await env.list(members.slice(0, 4)) });
    const [first = "", second = ""] = members;
    // Two are claimed between the forecast and the send.
    await env.grant(first, templateId, "claim", "1");
    await env.grant(second, templateId, "claim", "1");
    await run(sendId);
    const paused = await read(sendId);
    expect(paused).toMatchObject({ state: "paused", given: 2 });
    expect(paused.pauseReason).toContain("没有可发的券");
    const raise = { templateId, addCoupons: 2, makerId: ANNA, key: "more", reason };
    const approvalId = await proposeBudget(env.context, env.db, raise);
    const handlers = { campaign_budget: budgetHandler };
    const decision = { approvalId, checker: BEN, state: "approved", reason } as const;
    await decideApproval(env.context, env.db, handlers, decision);
    await resumeSend(env.context, env.db, { sendId, caller: caller(BEN), reason });
    await run(sendId);
    expect(await read(sendId)).toMatchObject({ state: "done", given: 4, barred: 0 });
    expect(await coupons(templateId)).toBe(6);
  });

  test("are refused when too few are left, and for a campaign that is not given", async () => {
    const few = await env.template({ stock: [3] });
    await expect(give(few)).rejects.toMatchObject({ data: { field: "fileId" } });
    const over = await env.template({ status: "ended" });
    await expect(give(over)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(give(few, { segmentId: members[0] ?? "" })).rejects.toMatchObject({
      code: "INPUT_INVALID",
    });
  });

  test("above the limit wait for another person, and begin when that person agrees", async () => {
    const rules = { type: "amount", valueFen: 50_000 } as const;
    const templateId = await env.template({ rules, budgetFen: [1_000_000] });
    const fileId = await env.list(members);
    const forecast = { templateId, fileId };
    expect(await forecastGive(env.context, env.db, forecast)).toEqual({
      members: 5,
      isPack: false,
      offFen: 50_000,
      mostFen: 250_000,
      budgetLeftFen: 1_000_000,
      needsTwo: true,
    });
    const { sendId, approvalId = "" } = await give(templateId, { fileId });
    await run(sendId);
    expect(await read(sendId)).toMatchObject({ state: "waiting", given: 0, approvalId });
    const by = (checker: string) => ({ approvalId, checker, state: "approved", reason }) as const;
    const handlers = { bulk_give: bulkGiveHandler };
    await expect(decideApproval(env.context, env.db, handlers, by(ANNA))).rejects.toMatchObject({
      code: "TWO_PERSONS",
    });
    await decideApproval(env.context, env.db, handlers, by(BEN));
    await run(sendId);
    expect(await read(sendId)).toMatchObject({ state: "done", given: 4 });
  });

  test("that no other person agreed to are shown as expired, and rejected ones as cancelled", async () => {
    const rules = { type: "exchange" } as const;
    const templateId = await env.template({ rules });
    const rejected = await give(templateId);
    await decideApproval(
      env.context,
      env.db,
      { bulk_give: bulkGiveHandler },
      { approvalId: rejected.approvalId ?? "", checker: BEN, state: "rejected", reason },
    );
    expect(await read(rejected.sendId)).toMatchObject({ state: "cancelled" });
    const taken = await give(templateId);
    const { approvalId = "" } = taken;
    const own = { approvalId, maker: ANNA, reason };
    await withdrawApproval(env.context, env.db, bulkGiveHandler, own);
    expect(await read(taken.sendId)).toMatchObject({ state: "cancelled" });
    expect((await read(taken.sendId)).approvalId).toBeUndefined();
    const late = await give(templateId);
    env.context.clock.advance(24 * HOUR_MS);
    expect(await read(late.sendId)).toMatchObject({ state: "expired" });
  });

  test("go on after a run that died between two members", async () => {
    const templateId = await env.template();
    const { sendId } = await give(templateId);
    const [first = ""] = members;
    await env.grant(first, templateId, "grant", `give-${made}`);
    await audienceHandlers(env.context, env.db)["audiences.send"]?.({
      memberId: ANNA,
      id: ANNA,
      topic: "audiences.send",
      payload: { sendId },
      sealed: undefined,
      attempt: 2,
    });
    expect(await read(sendId)).toMatchObject({ state: "done", given: 3, already: 1, barred: 1 });
    expect(await coupons(templateId)).toBe(4);
  });
});

describe("a message for an audience", () => {
  const message = { title: "周末有新店", text: "附近开了三家新店，周末去看看。" };
  const send = async (more: Partial<Parameters<typeof sendToAudience>[2]> = {}) => {
    const key = `message-${++made}`;
    const fileId = await env.list(members);
    const wanted = { ...message, fileId, ref: key, reason, makerId: ANNA, key, ...more };
    return sendToAudience(env.context, env.db, wanted);
  };

  test("reaches each member once, in the app alone", async () => {
    const { sendId } = await send({ ref: "weekend" });
    await run(sendId);
    const again = await send({ ref: "weekend" });
    await run(again.sendId);
    expect(await read(again.sendId)).toMatchObject({ given: 0, already: 4, barred: 1 });
    const rows = await env.query<{ topic: string }>("SELECT topic FROM message WHERE title = $1", [
      message.title,
    ]);
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ topic: "campaign" })));
    expect(await env.ask("SELECT count(*)::int FROM message_send")).toBe(0);
    const page = await sendMemberPage(env.context, env.db, { sendId, outcome: "barred" });
    expect(page.list).toMatchObject([{ outcome: "barred", text: "账户被冻结或已注销" }]);
    const { list } = await sendPage(env.context, env.db, named, { kind: "message" });
    expect(list.map((row) => row.sendId)).toEqual([again.sendId, sendId]);
  });

  test("skips a member who refused advertising, with that reason, until it is wanted again", async () => {
    const [refuser = ""] = members;
    const choose = (wantsOffers: boolean) =>
      transaction(env.db, (tx) =>
        chooseOffers(env.context, tx, { memberId: refuser, wantsOffers }),
      );
    await choose(false);
    await choose(false);
    const fileId = await env.list(members.slice(0, 2));
    const first = await send({ fileId });
    await run(first.sendId);
    const text = "本人关闭了活动与优惠消息";
    const counts = { given: 1, already: 0, barred: 1, reasons: [{ text, members: 1 }] };
    expect(await read(first.sendId)).toEqual({ state: "done", ...counts });
    const page = await sendMemberPage(env.context, env.db, {
      sendId: first.sendId,
      outcome: "barred",
    });
    expect(page.list).toMatchObject([{ text }]);
    const coupon = await give(await env.template(), { fileId });
    await run(coupon.sendId);
    expect(await read(coupon.sendId)).toMatchObject({ given: 2, barred: 0 });
    await choose(true);
    const second = await send({ fileId });
    await run(second.sendId);
    expect(await read(second.sendId)).toMatchObject({ given: 2, barred: 0 });
    const changes = await env.query<{ name: string }>(
      "SELECT name FROM event WHERE member_id = $1 AND name LIKE 'offers_%' ORDER BY id",
      [refuser],
    );
    expect(changes.map(({ name }) => name)).toEqual(["offers_off", "offers_on"]);
  });

  test("waits for eight in the morning at night", async () => {
    const { sendId } = await send();
    env.context.clock.set(new Date("2026-11-23T15:00:00Z"));
    expect(await run(sendId)).toEqual(new Date("2026-11-24T00:00:00Z"));
    expect(await read(sendId)).toMatchObject({ given: 0 });
  });

  test("with words that induce sharing, or a foreign link, is refused at its field", async () => {
    await expect(send({ text: "分享得红包" })).rejects.toMatchObject({
      code: "INPUT_INVALID",
      data: { field: "text" },
    });
    await expect(send({ link: "//evil.example" })).rejects.toMatchObject({
      data: { field: "link" },
    });
    const text = { code: "new-shop", name: "新店", ...message, changedBy: ANNA, sinceVersion: 0 };
    const bad = { ...text, title: "转发有礼" };
    await expect(setMessageText(env.context, env.db, named, bad)).rejects.toMatchObject({
      data: { field: "title" },
    });
    expect(await setMessageText(env.context, env.db, named, text)).toMatchObject({ version: 1 });
    await expect(setMessageText(env.context, env.db, named, text)).rejects.toMatchObject({
      code: "STATE_CHANGED",
    });
  });
});

describe("more budget for a campaign", () => {
  const propose = (templateId: string, more: object) =>
    proposeBudget(env.context, env.db, {
      templateId,
      makerId: ANNA,
      key: `raise-${++made}`,
      reason,
      ...more,
    });

  test("is shared among its buckets to the fen", async () => {
    const templateId = await env.template({ budgetFen: [100, 200, 300], stock: [1, 2] });
    const approvalId = await propose(templateId, { addFen: 8, addCoupons: 3 });
    await decideApproval(
      env.context,
      env.db,
      { campaign_budget: budgetHandler },
      { approvalId, checker: BEN, state: "approved", reason },
    );
    const budget = await env.query(
      "SELECT budget_fen::int AS fen FROM campaign_spend WHERE template_id = $1 ORDER BY bucket",
      [templateId],
    );
    expect(budget).toEqual([{ fen: 103 }, { fen: 203 }, { fen: 302 }]);
    const stock = await env.query(
      "SELECT total FROM campaign_stock WHERE template_id = $1 ORDER BY bucket",
      [templateId],
    );
    expect(stock).toEqual([{ total: 3 }, { total: 3 }]);
  });

  test("is refused where there is no limit, nothing to add, or no campaign that runs", async () => {
    const unlimited = await env.template();
    await expect(propose(unlimited, { addFen: 1 })).rejects.toMatchObject({
      data: { field: "addFen" },
    });
    await expect(propose(unlimited, { addCoupons: 1 })).rejects.toMatchObject({
      data: { field: "addCoupons" },
    });
    await expect(propose(unlimited, {})).rejects.toMatchObject({ code: "INPUT_INVALID" });
    const over = await env.template({ status: "ended", budgetFen: [1] });
    await expect(propose(over, { addFen: 1 })).rejects.toMatchObject({ code: "STATE_CHANGED" });
    await expect(propose("nothing", { addFen: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
