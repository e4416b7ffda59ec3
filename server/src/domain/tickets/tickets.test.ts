/** Service tickets from the question to the result, and the hours in which answers are due. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { codeOf, openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import {
  addToTicket,
  answerTicket,
  closeOwnTicket,
  closeTicket,
  eraseTickets,
  handOverTicket,
  latestOwnTickets,
  openTicket,
  pageOfTickets,
  setPreparedAnswer,
  takeTicket,
  ticketForOperator,
  ticketOf,
  ticketsForOperators,
} from "./actions.ts";
import { afterOpenTime } from "./model.ts";

let shop: ShopEnv;
let members = 0;
let keys = 0;
const key = () => `ticket-key-${++keys}`;
const mayAnswer = () => Promise.resolve(true);
const pushed: string[] = [];
const deps = { pusher: { push: async (memberId: string) => void pushed.push(memberId) } };
const ANNA = "00000000-0000-7000-8000-00000000000a";
const BORIS = "00000000-0000-7000-8000-00000000000b";

beforeAll(async () => {
  shop = await openShop(8, { ticketsPerDay: 3 });
  await shop.offer({ id: "topup", delivery: "topup" });
}, 60_000);
afterAll(() => shop.close());

const question = {
  topic: "order",
  text: "取餐码看不到，门店说没有这个订单",
  smsWanted: false,
} as const;

async function asked(changes: Partial<Parameters<typeof openTicket>[2]> = {}) {
  const memberId = await shop.member(++members);
  const ticket = await openTicket(shop.context, shop.db, {
    memberId,
    key: key(),
    ...question,
    ...changes,
  });
  return { memberId, ticketId: ticket.ticketId };
}

const take = (ticketId: string, operatorId = ANNA) =>
  takeTicket(shop.context, shop.db, { ticketId, operatorId });
const answer = (ticketId: string, text: string, operatorId = ANNA, answerKey = key()) =>
  answerTicket(shop.context, shop.db, deps, { ticketId, operatorId, text, key: answerKey });

/** Stores an uploaded picture of a member and returns its id as clients have it. */
async function uploaded(ownerId: string): Promise<string> {
  const fileId = shop.context.ids.next();
  const path = `2026/11/${fileId}/ticket/1.jpg`;
  await shop.db.$client.query(
    `INSERT INTO file (file_id, owner_id, path, state, store_key, type, bytes, sha256, taken_at, expires_at, created_at)
     VALUES ($1, $2, $3, 'stored', $4, 'image/jpeg', 9, sha256('x'), now(), 'infinity', now())`,
    [fileId, ownerId, path, `2026/11/${fileId}.jpg`],
  );
  return `cloud://env-1/${path}`;
}

const messagesOf = async (memberId: string) =>
  (
    await shop.db.$client.query<{ kind: string; text: string; link: string; sms: number }>(
      `SELECT m.kind, m.body AS text, m.link, (SELECT count(*)::int FROM message_send s
         WHERE s.member_id = m.member_id AND s.message_id = m.id AND s.channel = 'sms') AS sms
       FROM message m WHERE m.member_id = $1 AND m.kind LIKE 'ticket.%' ORDER BY m.created_at, m.kind`,
      [memberId],
    )
  ).rows;

test("a question is answered as a message, asked again, and closed with a result", async () => {
  const { memberId, ticketId } = await asked();
  await take(ticketId);
  await answer(ticketId, "已为你补发取餐码，请查看订单。");
  const read = await ticketOf(shop.context, shop.db, { memberId, ticketId });
  expect(read).toMatchObject({ state: "answered", canAdd: true });
  expect(read.entries.map(({ author }) => author)).toEqual(["member", "operator"]);
  expect(read.answerBy).toBeUndefined();
  await addToTicket(shop.context, shop.db, { memberId, ticketId, key: key(), text: "还是看不到" });
  const again = await ticketForOperator(shop.context, shop.db, { ticketId, operatorId: ANNA });
  expect(again).toMatchObject({ state: "taken", isMine: true });
  expect(again.dueAt).toBeDefined();
  await closeTicket(shop.context, shop.db, deps, {
    ticketId,
    operatorId: ANNA,
    key: key(),
    result: "已补发，门店已确认",
  });
  const closed = await ticketOf(shop.context, shop.db, { memberId, ticketId });
  expect(closed).toMatchObject({ state: "closed", result: "已补发，门店已确认", canAdd: false });
  const messages = await messagesOf(memberId);
  expect(messages.map(({ kind, sms }) => [kind, sms])).toEqual([
    ["ticket.answered", 0],
    ["ticket.closed", 0],
  ]);
  expect(messages[0]?.text).toContain("已为你补发取餐码");
  expect(messages[0]?.link).toBe(`/pages/user/ticket?id=${ticketId}`);
  expect(pushed.filter((one) => one === memberId)).toHaveLength(2);
});

test("a long answer is shortened in the message and whole in the ticket", async () => {
  const { memberId, ticketId } = await asked();
  await take(ticketId);
  const text = "答".repeat(500);
  const answered = await answer(ticketId, text);
  expect(answered.entries.at(-1)?.text).toBe(text);
  expect((await messagesOf(memberId))[0]?.text).toMatch(/答…$/);
});

test("each answer also goes by SMS when the member asked for it", async () => {
  const { memberId, ticketId } = await asked({ smsWanted: true });
  await take(ticketId);
  await answer(ticketId, "正在核实，请稍候。");
  expect(await messagesOf(memberId)).toMatchObject([{ kind: "ticket.answered", sms: 1 }]);
});

test("the same key answers once", async () => {
  const { memberId, ticketId } = await asked();
  await take(ticketId);
  await answer(ticketId, "正在核实。", ANNA, "one-key");
  await answer(ticketId, "正在核实。", ANNA, "one-key");
  expect(await messagesOf(memberId)).toHaveLength(1);
});

test("only the operator who has a ticket answers it, and any operator hands it over", async () => {
  const { ticketId } = await asked();
  expect(await codeOf(answer(ticketId, "你好"))).toBe("DESK_CLAIM_NEEDED");
  await take(ticketId);
  expect(await codeOf(take(ticketId, BORIS))).toBe("DESK_TAKEN");
  expect(await codeOf(answer(ticketId, "你好", BORIS))).toBe("DESK_CLAIM_NEEDED");
  const given = await handOverTicket(shop.context, shop.db, {
    ticketId,
    operatorId: BORIS,
    toId: BORIS,
    reason: "同事不在",
    mayAnswer,
  });
  expect(given).toMatchObject({ state: "taken", isMine: true });
  expect(await latestOwnTickets(shop.db, 9, BORIS)).toContain(ticketId);
  const toNobody = { ticketId, operatorId: BORIS, toId: ANNA, reason: "转交" };
  const isRefused = { ...toNobody, mayAnswer: () => Promise.resolve(false) };
  expect(await codeOf(handOverTicket(shop.context, shop.db, isRefused))).toBe("INPUT_INVALID");
  expect(await latestOwnTickets(shop.db, 9, ANNA)).not.toContain(ticketId);
  const role = await handOverTicket(shop.context, shop.db, {
    ticketId,
    operatorId: BORIS,
    role: "财务",
    reason: "需要查账",
    mayAnswer,
  });
  expect(role).toMatchObject({ state: "open", role: "财务", isMine: false });
  expect(role.dueAt).toBeDefined();
  expect(await latestOwnTickets(shop.db, 9, ANNA)).toContain(ticketId);
  const { rows } = await shop.db.$client.query(
    "SELECT to_role, by_id, reason FROM handover WHERE object = $1",
    [`ticket.${ticketId}`],
  );
  expect(rows).toEqual([{ to_role: "财务", by_id: BORIS, reason: "需要查账" }]);
  await take(ticketId, BORIS);
  expect(await latestOwnTickets(shop.db, 9, ANNA)).not.toContain(ticketId);
});

test("an operator does not handle the own question", async () => {
  const { memberId, ticketId } = await asked();
  expect(await codeOf(take(ticketId, memberId))).toBe("OWN_ACCOUNT");
});

test("a member asks only about the own order, and only with own pictures", async () => {
  const other = await shop.member(++members);
  const foreign = await uploaded(other);
  expect(await codeOf(asked({ orderNo: "20260101000000000000" }))).toBe("NOT_FOUND");
  expect(await codeOf(asked({ fileIds: [foreign] }))).toBe("FILE_GONE");
  const memberId = await shop.member(++members);
  const own = await uploaded(memberId);
  const { ticketId } = await openTicket(shop.context, shop.db, {
    memberId,
    key: key(),
    ...question,
    fileIds: [own],
  });
  const [entry] = (await ticketOf(shop.context, shop.db, { memberId, ticketId })).entries;
  expect(entry?.pictures).toHaveLength(1);
  const stranger = { memberId: other, ticketId };
  expect(await codeOf(ticketOf(shop.context, shop.db, stranger))).toBe("NOT_FOUND");
});

test("a member opens a limited number of tickets a day, and the same key opens one", async () => {
  const memberId = await shop.member(++members);
  const open = (openKey: string) =>
    openTicket(shop.context, shop.db, { memberId, key: openKey, ...question });
  const [first, same] = [await open("same-key"), await open("same-key")];
  expect(same.ticketId).toBe(first.ticketId);
  await open(key());
  await open(key());
  expect(await codeOf(open(key()))).toBe("RATE_LIMITED");
  const page = await pageOfTickets(shop.db, { memberId, pageSize: 2 });
  expect(page.list).toHaveLength(2);
  const rest = await pageOfTickets(shop.db, { memberId, cursor: page.nextCursor ?? "" });
  expect(rest.list).toHaveLength(1);
});

test("a closed ticket takes no more text and is closed once", async () => {
  const { memberId, ticketId } = await asked();
  await closeOwnTicket(shop.context, shop.db, { memberId, ticketId, key: key() });
  const add = addToTicket(shop.context, shop.db, {
    memberId,
    ticketId,
    key: key(),
    text: "还在吗",
  });
  expect(await codeOf(add)).toBe("STATE_CHANGED");
  const again = closeOwnTicket(shop.context, shop.db, { memberId, ticketId, key: key() });
  expect(await codeOf(again)).toBe("STATE_CHANGED");
  expect(await codeOf(take(ticketId))).toBe("STATE_CHANGED");
});

test("the queue lists waiting tickets by deadline, page by page, and an operator's own", async () => {
  const { ticketId } = await asked({ topic: "account" });
  await take(ticketId, BORIS);
  const list = (input: object) =>
    ticketsForOperators(shop.context, shop.db, { operatorId: BORIS, ...input });
  const mine = await list({ box: "mine" });
  expect(mine.list.map((one) => one.ticketId)).toContain(ticketId);
  expect((await list({ box: "free" })).list.every(({ state }) => state === "open")).toBe(true);
  const accounts = await list({ topic: "account", state: "all" });
  expect(accounts.list.map((one) => one.ticketId)).toEqual([ticketId]);
  const dues = (await list({})).list.map(({ dueAt = 0 }) => dueAt);
  expect(dues).toEqual(dues.toSorted((a, b) => a - b));
  expect(await codeOf(list({ cursor: "1.x" }))).toBe("BAD_REQUEST");
});

test("an answer or a prepared answer that promises a reward for sharing is refused", async () => {
  const { ticketId } = await asked();
  await take(ticketId);
  expect(await codeOf(answer(ticketId, "分享给好友就能领红包"))).toBe("INPUT_INVALID");
  const set = (text: string, sinceVersion: number) =>
    setPreparedAnswer(shop.context, shop.db, {
      answerId: "greeting",
      title: "问候",
      text,
      isOn: true,
      sinceVersion,
      reason: "新增",
      operatorId: ANNA,
    });
  expect(await codeOf(set("邀请好友得现金", 0))).toBe("INPUT_INVALID");
  expect(await set("你好，请问有什么可以帮你？", 0)).toMatchObject({ version: 1 });
  expect(await set("你好，请说明问题。", 1)).toMatchObject({ version: 2 });
  expect(await codeOf(set("你好", 1))).toBe("STATE_CHANGED");
});

test("the tickets of a closed account are closed and empty", async () => {
  const { memberId, ticketId } = await asked();
  await transaction(shop.db, (tx) => eraseTickets(shop.context, tx, memberId));
  const left = await ticketOf(shop.context, shop.db, { memberId, ticketId });
  expect(left.state).toBe("closed");
  expect(left.entries.map(({ text }) => text)).toEqual([""]);
});

const at = (text: string): number => Date.parse(`${text}+08:00`);
const hours = { ticketOpensMs: 9 * 3_600_000, ticketClosesMs: 21 * 3_600_000 };
test.each([
  ["2026-11-22T10:00", "2026-11-22T14:00"],
  ["2026-11-22T20:00", "2026-11-23T12:00"],
  ["2026-11-22T23:30", "2026-11-23T13:00"],
  ["2026-11-22T03:00", "2026-11-22T13:00"],
])("four hours of service after %s end at %s", (from, to) => {
  expect(afterOpenTime(at(from), 4 * 3_600_000, hours)).toBe(at(to));
});
