/**
 * One transfer under one number: lost, refused, repeated, contradicted, expired; paid or returned,
 * never both.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  decideSettlement,
  proposeSettlement,
  recallWithdrawal,
  retryWithdrawal,
  settlementsOf,
  unknownQueue,
  withdrawalOf,
} from "./actions.ts";
import { openWithdrawalEnv, type WithdrawalEnv } from "./test-env.fixture.ts";

let env: WithdrawalEnv;
beforeEach(async () => {
  env = await openWithdrawalEnv();
});
afterEach(() => env.close());

const MAKER = "018f0000-0000-7000-8000-00000000000a";
const CHECKER = "018f0000-0000-7000-8000-00000000000b";
const reason = "核实无误";

/** Creates and sends a withdrawal; the channel answers as scripted. */
async function sent(...modes: WithdrawalEnv["scripted"]["script"]["transfer"]) {
  const memberId = await env.member(8_000);
  env.scripted.script.transfer.push(...modes);
  const key = await env.ask(memberId, 5_000);
  await env.send(key);
  return { memberId, key, bill: await env.billOf(key) };
}
const verbs = () => env.scripted.calls.map((call) => call.split(" ")[0]);

test("a transfer with a lost answer is queried, and sent again only to get its package", async () => {
  const { key, bill } = await sent("unheard");
  expect(await env.shown(key)).toMatchObject({ state: "paying" });
  expect(await unknownQueue(env.context, env.db)).toMatchObject([{ outBillNo: bill, looks: 1 }]);
  await env.poll();
  expect(verbs()).toEqual(["transfer", "query", "transfer"]);
  expect([...env.scripted.bills.keys()]).toEqual([bill]);
  expect(await env.shown(key)).toMatchObject({
    state: "wait_confirm",
    confirm: expect.anything(),
  });
});

test("a transfer that never arrived is sent again under its number", async () => {
  const { bill } = await sent("lost");
  await env.poll();
  expect(verbs()).toEqual(["transfer", "query", "transfer"]);
  expect([...env.scripted.bills.keys()]).toEqual([bill]);
});

test("a transfer whose message is delivered twice is sent once", async () => {
  const { key } = await sent();
  await env.send(key);
  expect(verbs()).toEqual(["transfer"]);
});

test("a transfer is paid once, with repeated notifications in any order", async () => {
  const { key, bill } = await sent();
  const update = env.scripted.end(bill);
  await Promise.all([...Array.from({ length: 8 }, () => env.notify(update)), env.poll(301_000)]);
  expect(await env.txns()).toEqual({ adjust: 1, hold: 1, hold_confirm: 1 });
  expect(await env.notify({ ...update, state: "wait_confirm" })).toBe(true);
  expect(await env.shown(key)).toMatchObject({ state: "success" });
});

test("a transfer that fails returns the money once, with a reason", async () => {
  const { memberId, key, bill } = await sent();
  const update = env.scripted.end(bill, "failed", "PAYEE_ACCOUNT_ABNORMAL");
  await Promise.all([env.notify(update), env.notify(update), env.poll(301_000)]);
  expect(await env.shown(key)).toMatchObject({ state: "failed", reason: "收款微信账户异常" });
  expect(await env.money(memberId)).toEqual({ free: 8_000, held: 0 });
  expect(await env.txns()).toEqual({ adjust: 1, hold: 1, hold_void: 1 });
});

test("a transfer that is not confirmed expires at the channel, and the money is returned", async () => {
  const { memberId, bill } = await sent();
  expect(await unknownQueue(env.context, env.db)).toEqual([]);
  env.scripted.script.query = ["lost"];
  await env.poll(91_000_000);
  expect(await unknownQueue(env.context, env.db)).toMatchObject([{ outBillNo: bill }]);
  env.scripted.end(bill, "cancelled");
  await env.poll(86_400_000);
  expect(await env.money(memberId)).toEqual({ free: 8_000, held: 0 });
});

test("a refused transfer is given up only when the channel still has no record of it a while later", async () => {
  const { memberId, key } = await sent("PARAM_ERROR");
  expect(await env.money(memberId)).toEqual({ free: 3_000, held: 5_000 });
  env.context.clock.advance(60_000);
  await retryWithdrawal(env.context, env.db, env.scripted.channel, {
    withdrawalNo: (await env.shown(key)).withdrawalNo,
    actor: MAKER,
    reason,
  });
  expect(await env.money(memberId)).toEqual({ free: 3_000, held: 5_000 });
  await env.poll(121_000);
  expect(verbs()).toEqual(["transfer", "query", "query"]);
  expect(await env.money(memberId)).toEqual({ free: 8_000, held: 0 });
});

test.each(["NOT_ENOUGH", "NEW_ERROR"] as const)(
  "a transfer answered %s stays under way, and the same number is tried later",
  async (code) => {
    const { memberId, bill } = await sent(code);
    expect(await env.poll(60_000)).toBe(0);
    expect(await unknownQueue(env.context, env.db)).toMatchObject([
      { outBillNo: bill, word: code },
    ]);
    await env.poll(600_000);
    expect(verbs()).toEqual(["transfer", "query", "transfer"]);
    expect([...env.scripted.bills.keys()]).toEqual([bill]);
    expect(await env.money(memberId)).toEqual({ free: 3_000, held: 5_000 });
  },
);

test("a transfer older than the channel's records is neither sent again nor given up", async () => {
  const { memberId } = await sent("unheard");
  env.scripted.bills.clear();
  await env.poll(26 * 86_400_000);
  expect(verbs()).toEqual(["transfer", "query"]);
  expect(await env.money(memberId)).toEqual({ free: 3_000, held: 5_000 });
});

test.each([
  ["paid", { free: 3_000, held: 0 }, { hold_confirm: 1 }],
  ["failed", { free: 8_000, held: 0 }, { hold_void: 1 }],
] as const)(
  "its result is proposed as %s by one operator, and another approves",
  async (found, money, txns) => {
    const { memberId, key } = await sent("unheard");
    const { withdrawalNo } = await env.shown(key);
    const confirmation = { withdrawalNo, actor: MAKER, reason: "资金账单核实", found };
    const propose = () => proposeSettlement(env.context, env.db, confirmation);
    // While the channel answers, only the channel can end it.
    await expect(propose()).rejects.toEqual(expect.objectContaining({ code: "STATE_CHANGED" }));
    env.context.clock.advance(26 * 86_400_000);
    const [approvalId, second] = [await propose(), await propose()];
    expect(await settlementsOf(env.context, env.db)).toMatchObject([
      { withdrawalNo, found },
      { withdrawalNo, found },
    ]);
    const agree = (checker: string, id: string) => {
      const decision = { approvalId: id, checker, state: "approved", reason } as const;
      return decideSettlement(env.context, env.db, decision);
    };
    await expect(agree(MAKER, approvalId)).rejects.toEqual(
      expect.objectContaining({ code: "TWO_PERSONS" }),
    );
    await agree(CHECKER, approvalId);
    await expect(agree(CHECKER, second)).rejects.toEqual(
      expect.objectContaining({ code: "STATE_CHANGED" }),
    );
    expect(await env.money(memberId)).toEqual(money);
    expect(await env.txns()).toEqual({ adjust: 1, hold: 1, ...txns });
  },
);

test.each([
  ["amount", { amountFen: 1 }],
  ["merchant", { merchantId: "1" }],
  ["account", { appId: "wxother" }],
  ["payee", { openid: "oSomebodyElse" }],
  ["number", { outBillNo: "YWnobody" }],
])(
  "a transfer notified with another %s moves nothing, and waits for an operator",
  async (_n, changes) => {
    const { memberId, bill } = await sent();
    expect(await env.notify({ ...env.scripted.end(bill), ...changes })).toBe(false);
    expect(await env.money(memberId)).toEqual({ free: 3_000, held: 5_000 });
  },
);

test("a transfer notified as paid after its return moves nothing, and is shown to an operator", async () => {
  const { memberId, bill } = await sent();
  await env.notify(env.scripted.end(bill, "failed"));
  expect(await env.notify(env.scripted.end(bill, "success"))).toBe(false);
  expect(await env.money(memberId)).toEqual({ free: 8_000, held: 0 });
  expect(await unknownQueue(env.context, env.db)).toMatchObject([{ alarm: "paid_after_return" }]);
});

test("a transfer is cancelled by an operator while its member has not confirmed", async () => {
  const { memberId, key } = await sent();
  const { withdrawalNo } = await env.shown(key);
  const decision = { withdrawalNo, actor: MAKER, reason };
  expect(await recallWithdrawal(env.context, env.db, env.scripted.channel, decision)).toBe(
    "RETURNED",
  );
  expect(await env.money(memberId)).toEqual({ free: 8_000, held: 0 });
});

test("a transfer is queried when its member opens it", async () => {
  const { memberId, key, bill } = await sent();
  const { withdrawalNo } = await env.shown(key);
  env.scripted.end(bill);
  const seen = await withdrawalOf(env.context, env.db, env.deps, { memberId, withdrawalNo });
  expect(seen).toMatchObject({ state: "success", steps: { length: 4 } });
});

test("a member who refreshes repeatedly causes at most one query every two seconds", async () => {
  const { memberId, key } = await sent();
  const { withdrawalNo } = await env.shown(key);
  const see = () => withdrawalOf(env.context, env.db, env.deps, { memberId, withdrawalNo });
  const before = env.scripted.calls.length;
  for (let n = 0; n < 5; n++) await see();
  expect(env.scripted.calls).toHaveLength(before + 1);
  env.context.clock.advance(2_001);
  await see();
  expect(env.scripted.calls).toHaveLength(before + 2);
});
