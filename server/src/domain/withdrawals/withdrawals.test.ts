/**
 * Withdrawals of reward cash: held at once, reviewed, sent under one number, and paid or returned
 * to the fen.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLiveRisk, setRule } from "../risk/actions.ts";
import { proofHash } from "../security/model.ts";
import { openWithdrawalEnv, type WithdrawalEnv } from "./test-env.fixture.ts";
import {
  approveMany,
  approveWithdrawal,
  cancelWithdrawal,
  createWithdrawal,
  securityProofs,
  pageOfWithdrawals,
  rejectWithdrawal,
  reviewQueue,
  withdrawalPage,
  withdrawalSheetOf,
} from "./actions.ts";

let env: WithdrawalEnv;
beforeEach(async () => {
  env = await openWithdrawalEnv();
});
afterEach(() => env.close());

const refusal = (code: string, data?: object) =>
  expect.objectContaining(data ? { code, data } : { code });
const MAKER = "018f0000-0000-7000-8000-00000000000a";
const CHECKER = "018f0000-0000-7000-8000-00000000000b";
const reason = "核实无误";

/** Creates a withdrawal that waits for an operator because it exceeds the automatic limit. */
async function waiting(amountFen = 50_000) {
  const memberId = await env.member(300_000);
  const key = await env.ask(memberId, amountFen, { stepUp: "good", realName: "林知夏" });
  const { withdrawalNo } = await env.shown(key);
  return { memberId, key, withdrawalNo };
}

describe("a withdrawal", () => {
  test("holds the money, and within the limit is sent without review and paid when confirmed", async () => {
    const memberId = await env.member(8_000);
    const key = await env.ask(memberId, 5_000);
    expect(await env.money(memberId)).toEqual({ free: 3_000, held: 5_000 });
    expect(await env.shown(key)).toMatchObject({ state: "paying", feeFen: 30, netFen: 4_970 });
    await env.send(key);
    const waits = await env.shown(key);
    expect(waits).toMatchObject({
      state: "wait_confirm",
      confirm: { mchId: "1900000109", package: expect.stringMatching(/^open-YW/) },
    });
    expect(await env.notify(env.scripted.end(await env.billOf(key)))).toBe(true);
    expect(await env.shown(key)).toMatchObject({ state: "success", canCancel: false });
    expect(await env.money(memberId)).toEqual({ free: 3_000, held: 0 });
    expect(await env.txns()).toEqual({ adjust: 1, hold: 1, hold_confirm: 1 });
    expect(await env.contra()).toEqual({ channel: 4_970, fee: 30 });
  });

  test("that a risk rule holds waits for its review, and shows the operators why", async () => {
    const { context, db, deps } = env;
    const risk = createLiveRisk(context);
    const rule = { code: "withdrawal_phone", mode: "on", verdict: "review" } as const;
    const by = { sinceVersion: 0, reason, operatorId: MAKER };
    await setRule(context, db, { ...rule, withinHours: 72, ...by });
    await risk.refresh(db);
    const memberId = await env.member(8_000);
    const changed = "UPDATE member SET phone_changed_at = $2 WHERE member_id = $1";
    await env.rows(changed, [memberId, context.clock.now()]);
    const request = { memberId, key: "soon", amountFen: 2_000 };
    const key = await createWithdrawal(context, db, { ...deps, risk }, request);
    expect(await env.shown(key)).toMatchObject({ state: "reviewing" });
    const [queued] = await reviewQueue(context, db);
    const bad = queued?.checks.filter(({ isGood }) => !isGood);
    expect(bad).toEqual([{ name: "risk", isGood: false, text: "风控规则要求人工审核，见案件" }]);
  });

  test("twice under one key is one withdrawal", async () => {
    const memberId = await env.member(8_000);
    const request = { memberId, key: "once", amountFen: 2_000 };
    const both = await Promise.all(
      [1, 2].map(() => createWithdrawal(env.context, env.db, env.deps, request)),
    );
    expect(both[0]).toEqual(both[1]);
    expect(await env.money(memberId)).toEqual({ free: 6_000, held: 2_000 });
    await expect(
      createWithdrawal(env.context, env.db, env.deps, { ...request, amountFen: 2_001 }),
    ).rejects.toEqual(refusal("KEY_REUSED"));
  });

  test.each([
    ["too little", 99, {}, "WITHDRAW_MIN", { min: 1 }],
    ["more than the balance", 8_001, {}, "BALANCE_SHORT", { missing: 1 }],
    ["a large amount without a name", 200_001, { stepUp: "good" }, "NAME_NEEDED", undefined],
    ["a large amount without a proof", 20_001, {}, "STEP_UP_NEEDED", { freeFen: 20_000 }],
    [
      "a large amount with a bad proof",
      20_001,
      { stepUp: "bad" },
      "STEP_UP_NEEDED",
      { freeFen: 20_000 },
    ],
  ])("for %s is refused, and nothing is set aside", async (_n, fen, more, code, data) => {
    const memberId = await env.member(8_000);
    await expect(env.ask(memberId, fen, more)).rejects.toEqual(refusal(code, data));
    expect(await env.money(memberId)).toEqual({ free: 8_000, held: 0 });
    expect(await env.rows("SELECT 1 FROM withdrawal_bill")).toEqual([]);
  });

  test("requires a proof for every amount of a member with a pay password, and uses it up once", async () => {
    const memberId = await env.member(8_000);
    env.withPassword.add(memberId);
    await expect(env.ask(memberId, 100)).rejects.toEqual(refusal("STEP_UP_NEEDED", { freeFen: 0 }));
    await env.ask(memberId, 100, { stepUp: "good" });
    await expect(env.ask(memberId, 100, { stepUp: "good" })).rejects.toEqual(
      refusal("STEP_UP_NEEDED", { freeFen: 0 }),
    );
  });

  test("accepts the proof of the security module, for this purpose and before it expires", async () => {
    const memberId = await env.member(80_000);
    const requestOf = (stepUp: string) => ({ memberId, key: stepUp, amountFen: 30_000, stepUp });
    const withProofs = { ...env.deps, proofs: securityProofs(env.context) };
    const made = (stepUp: string, purpose: string, until: string) =>
      env.rows(
        `INSERT INTO step_up_proof (member_id, proof_hash, purpose, method, expires_at, created_at)
         VALUES ($1, $2, $3, 'sms', $4, now())`,
        [memberId, proofHash(stepUp), purpose, until],
      );
    await made("paying", "pay", "2099-01-01");
    await made("over", "withdraw", "2020-01-01");
    await made("right", "withdraw", "2099-01-01");
    const ask = (stepUp: string) =>
      createWithdrawal(env.context, env.db, withProofs, requestOf(stepUp)).then(
        () => "done",
        (error) => error.code,
      );
    expect(await ask("paying")).toBe("STEP_UP_NEEDED");
    expect(await ask("over")).toBe("STEP_UP_NEEDED");
    const cool = "UPDATE member SET money_cools_until = $2 WHERE member_id = $1";
    await env.rows(cool, [memberId, "2099-01-01"]);
    expect(await ask("right")).toBe("PHONE_COOLING");
    await env.rows(cool, [memberId, null]);
    expect(await ask("right")).toBe("done");
    expect(await ask("right ")).toBe("STEP_UP_NEEDED");
    await env.rows("INSERT INTO pay_password VALUES ($1, '', '', 0, NULL, now())", [memberId]);
    const sheet = await withdrawalSheetOf(env.context, env.db, withProofs, memberId);
    expect(sheet).toMatchObject({ needsStepUp: true, stepUpAboveFen: 0 });
  });

  test("is limited by day and month; those that ended unpaid do not count", async () => {
    const memberId = await env.member(2_000_000);
    const first = await env.ask(memberId, 30_000, { stepUp: "good1" });
    const { withdrawalNo } = await env.shown(first);
    await cancelWithdrawal(env.context, env.db, { memberId, key: "c", withdrawalNo });
    for (const fen of [100, 200, 300]) await env.ask(memberId, fen);
    await expect(env.ask(memberId, 100)).rejects.toEqual(
      refusal("WITHDRAW_LIMIT", { reason: "今日提现次数已用完" }),
    );
    expect(await withdrawalSheetOf(env.context, env.db, env.deps, memberId)).toMatchObject({
      allowed: false,
      leftToday: 0,
      maxFen: 0,
      why: "今日提现次数已用完",
    });
    env.context.clock.advance(86_400_000);
    const more = { stepUp: "good2", realName: "林知夏" };
    await expect(env.ask(memberId, 999_500, more)).rejects.toEqual(
      refusal("WITHDRAW_LIMIT", { reason: "超出本月可提现额度" }),
    );
    expect(await withdrawalSheetOf(env.context, env.db, env.deps, memberId)).toMatchObject({
      allowed: true,
      leftToday: 3,
      maxFen: 999_400,
    });
    // Exactly what is left is allowed.
    await env.ask(memberId, 999_400, { stepUp: "good3", realName: "林知夏" });
    expect(await withdrawalSheetOf(env.context, env.db, env.deps, memberId)).toMatchObject({
      maxFen: 0,
    });
  });

  test("by a member at risk is refused", async () => {
    const memberId = await env.member(8_000);
    await env.rows("UPDATE member SET status = 'RESTRICTED' WHERE member_id = $1", [memberId]);
    await expect(env.ask(memberId, 100)).rejects.toEqual(refusal("ACCOUNT_FROZEN"));
  });

  test("of topped-up money is refused: only reward cash can be withdrawn", async () => {
    const memberId = await env.member(8_000, "principal");
    await expect(env.ask(memberId, 100)).rejects.toEqual(
      refusal("BALANCE_SHORT", { missing: 100 }),
    );
    const sheet = await withdrawalSheetOf(env.context, env.db, env.deps, memberId);
    expect(sheet).toMatchObject({ availableFen: 0, allowed: false });
  });

  test("of a frozen account is refused, and the sheet shows it", async () => {
    const memberId = await env.member(8_000);
    await env.freeze(memberId);
    await expect(env.ask(memberId, 100)).rejects.toEqual(refusal("ACCOUNT_FROZEN"));
    const sheet = await withdrawalSheetOf(env.context, env.db, env.deps, memberId);
    expect(sheet).toMatchObject({
      allowed: false,
      why: "账户核查中，暂时不能使用，客服电话见「帮助客服」",
    });
  });

  test("of zero, or less, is refused by the database too", async () => {
    const { key } = await waiting();
    for (const fen of [0, -5_000]) {
      const copied = env.rows(
        `INSERT INTO withdrawal (member_id, id, withdrawal_no, amount_fen, fee_fen, net_fen, payee_hash, payee_sealed,
           checks, state, created_at)
         SELECT member_id, gen_random_uuid(), '9000000000', $2, 0, $2, payee_hash, payee_sealed, checks, 'APPLIED', now()
         FROM withdrawal WHERE id = $1`,
        [key.id, fen],
      );
      await expect(copied).rejects.toThrow(/withdrawal_(amount|net_fen)/);
    }
  });
});

describe("an operator", () => {
  test("decides on withdrawals that are too large, too new, or go to another member's payee", async () => {
    await env.close();
    env = await openWithdrawalEnv({ settings: { withdrawAccountAgeMs: 86_400_000 } });
    const memberId = await env.member(8_000);
    const key = await env.ask(memberId, 100);
    expect(await env.shown(key)).toMatchObject({ state: "reviewing", canCancel: true });
    const [queued] = await reviewQueue(env.context, env.db);
    expect(queued).toMatchObject({ amountFen: 100, needsTwo: false });
    expect(queued?.member).toMatchObject({ phone: "139****0001" });
    expect(queued?.checks.filter(({ isGood }) => !isGood).map(({ name }) => name)).toEqual(["age"]);
    // Two accounts with one payee.
    env.deps.payers.openidOf = () => Promise.resolve("oShared");
    env.context.clock.advance(90_000_000);
    await env.ask(await env.member(8_000), 100);
    env.context.clock.advance(90_000_000);
    const second = await env.ask(memberId, 200);
    expect(await env.shown(second)).toMatchObject({ state: "reviewing" });
    expect((await reviewQueue(env.context, env.db)).at(-1)?.checks.at(-1)).toMatchObject({
      name: "payee",
      isGood: false,
    });
  });

  test("finds withdrawals by state, amount, time and number, page by page", async () => {
    const small = await waiting(30_000);
    const large = await waiting(50_000);
    const list = async (query: Parameters<typeof withdrawalPage>[2]) => {
      const page = await withdrawalPage(env.context, env.db, query);
      return page.list.map((row) => row.withdrawalNo);
    };
    const both = [small.withdrawalNo, large.withdrawalNo];
    const { nextCursor = "", list: first } = await withdrawalPage(env.context, env.db, {
      pageSize: 1,
    });
    const rest = await list({ pageSize: 1, cursor: nextCursor });
    expect([...first.map((row) => row.withdrawalNo), ...rest]).toEqual(both);
    expect(await list({ fromFen: 30_001 })).toEqual([large.withdrawalNo]);
    expect(await list({ toFen: 30_000 })).toEqual([small.withdrawalNo]);
    expect(await list({ to: 1 })).toEqual([]);
    const memberNo = first[0]?.member.memberNo ?? "";
    expect(await list({ keyword: memberNo })).toEqual([small.withdrawalNo]);
    expect(await list({ keyword: large.withdrawalNo })).toEqual([large.withdrawalNo]);
    const decision = { withdrawalNo: small.withdrawalNo, actor: MAKER, reason };
    await rejectWithdrawal(env.context, env.db, decision);
    expect(await list({ stage: "rejected" })).toEqual([small.withdrawalNo]);
    expect(await list({ stage: "waiting" })).toEqual([large.withdrawalNo]);
    expect(await list({ stage: "second" })).toEqual([]);
    expect(await list({ stage: "done" })).toEqual([]);
  });

  test("approves: it is sent under a number created then", async () => {
    const { key, withdrawalNo } = await waiting();
    const decision = { withdrawalNo, actor: MAKER, reason, isProven: true };
    expect(await env.billOf(key)).toBe("");
    expect(await approveWithdrawal(env.context, env.db, decision)).toBe("PAYING");
    await expect(approveWithdrawal(env.context, env.db, decision)).rejects.toEqual(
      refusal("STATE_CHANGED"),
    );
    await env.send(key);
    expect(env.scripted.bills.get(await env.billOf(key))?.order).toMatchObject({
      amountFen: 49_700,
      realName: "林知夏",
    });
  });

  test("needs a second one above a limit, and is never the member", async () => {
    const { memberId, withdrawalNo } = await waiting(200_001);
    const by = (actor: string) =>
      approveWithdrawal(env.context, env.db, { withdrawalNo, actor, reason, isProven: true });
    await expect(by(memberId)).rejects.toEqual(refusal("OWN_ACCOUNT"));
    expect(await by(MAKER)).toBe("first");
    await expect(by(MAKER)).rejects.toEqual(refusal("TWO_PERSONS"));
    expect(await by(CHECKER)).toBe("PAYING");
  });

  test("rejects: the money is returned, and the member reads the reason", async () => {
    const { memberId, key, withdrawalNo } = await waiting();
    const decision = { withdrawalNo, actor: MAKER, reason: "账号信息需核实" };
    await rejectWithdrawal(env.context, env.db, decision);
    await expect(rejectWithdrawal(env.context, env.db, decision)).rejects.toEqual(
      refusal("STATE_CHANGED"),
    );
    expect(await env.shown(key)).toMatchObject({ state: "rejected", reason: "账号信息需核实" });
    expect(await env.money(memberId)).toEqual({ free: 300_000, held: 0 });
    expect(await env.txns()).toEqual({ adjust: 1, hold: 1, hold_void: 1 });
  });

  test("approves a list one by one, but nothing above the automatic limit", async () => {
    const small = await waiting(15_000).catch(() => undefined);
    expect(small && (await env.shown(small.key)).state).toBe("paying");
    const { withdrawalNo } = await waiting();
    const nos = [withdrawalNo, small?.withdrawalNo ?? "", "90000000000000000000"];
    const by = { actor: MAKER, reason, isProven: true };
    const decided = await approveMany(env.context, env.db, { ...by, withdrawalNos: nos });
    expect(decided.map(({ outcome }) => outcome)).toEqual([
      "over_limit",
      "STATE_CHANGED",
      "NOT_FOUND",
    ]);
  });
});

test("the member cancels what is undecided, and nothing later", async () => {
  const { memberId, withdrawalNo } = await waiting();
  const request = { memberId, key: "c1", withdrawalNo };
  await cancelWithdrawal(env.context, env.db, request);
  await cancelWithdrawal(env.context, env.db, request);
  expect(await env.money(memberId)).toEqual({ free: 300_000, held: 0 });
  await expect(cancelWithdrawal(env.context, env.db, { ...request, key: "c2" })).rejects.toEqual(
    refusal("ORDER_STATE"),
  );
  const other = await env.member(0);
  await expect(
    cancelWithdrawal(env.context, env.db, { ...request, memberId: other, key: "c3" }),
  ).rejects.toEqual(refusal("NOT_FOUND"));
});

test("a member's list is paged by cursor, newest first, and shows no other member's withdrawals", async () => {
  const memberId = await env.member(8_000);
  for (const fen of [100, 200, 300]) {
    await env.ask(memberId, fen);
    env.context.clock.advance(1_000);
  }
  const first = await pageOfWithdrawals(env.db, env.deps, memberId, { pageSize: 2 });
  expect(first.list.map(({ amountFen }) => amountFen)).toEqual([300, 200]);
  const { nextCursor: cursor = "" } = first;
  const next = await pageOfWithdrawals(env.db, env.deps, memberId, { pageSize: 2, cursor });
  expect([next.list.map(({ amountFen }) => amountFen), next.hasMore]).toEqual([[100], false]);
  await expect(pageOfWithdrawals(env.db, env.deps, memberId, { cursor: "x" })).rejects.toEqual(
    refusal("BAD_REQUEST"),
  );
  const others = await pageOfWithdrawals(env.db, env.deps, await env.member(0), {});
  expect(others.list).toEqual([]);
});
