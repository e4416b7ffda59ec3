/** Settings, kill switches and the notice: bounds, versions, two processes, two persons. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listener, openListener } from "../../platform/database/listen.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { defaults, type Settings } from "../../platform/settings.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { decideApproval } from "../approvals/actions.ts";
import {
  changeSetting,
  createLiveState,
  isPaused,
  refusePaused,
  rollBackSetting,
  settingApprovals,
  settingHandler,
  settingLines,
  settingVersions,
  setNotice,
  setSwitch,
} from "./actions.ts";
import { noticeNow } from "./live-state.ts";
import {
  adjustableSettings,
  relationFault,
  settingsInForce,
  switchOf,
  valueFault,
  valueText,
} from "./model.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const BEN = "0199cccc-0000-7000-8000-00000000000b";
const HOUR = 3_600_000;
const by = { operatorId: ANNA, reason: "春节活动" };
const quiet: Listener = {
  listen: () => undefined,
  isUp: () => false,
  close: async () => undefined,
};

let database: FreshDatabase;
let context: TestContext;
let db: Db;
let listener: Listener;
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log });
  listener = openListener(database.appUrl, context.log);
});
afterAll(async () => {
  await listener.close();
  await closeDatabase(db);
  await database.drop();
});

const liveNow = async () => {
  const live = createLiveState(context.settings, context.log);
  await live.refresh(db);
  return live;
};
const versionOf = async (name: string) => {
  const lines = await settingLines(context, db, await liveNow());
  return lines.find(({ declared }) => declared.name === name)?.stored?.version ?? 0;
};
const change = async (name: string, value: number | string | boolean) =>
  changeSetting(context, db, await liveNow(), {
    name,
    value,
    sinceVersion: await versionOf(name),
    ...by,
  });
const refusal = (code: string, data: object) =>
  expect.objectContaining({ name: "Refusal", code, data: expect.objectContaining(data) });

const unitSuffixes: Readonly<Record<string, RegExp>> = {
  fen: /Fen(PerDay|Max)?$/,
  ms: /Ms$/,
  seconds: /Seconds$/,
  months: /Months$/,
  percent: /Percent(Max)?$/,
};

test("every adjustable setting's own figure keeps its bounds, and its unit is that of its name", () => {
  const names = new Set(adjustableSettings.map(({ name }) => name));
  expect(names.size).toBe(adjustableSettings.length);
  const wrong = adjustableSettings.flatMap((declared) => {
    const { name, unit, notBelow } = declared;
    const value: unknown = Object.entries(defaults).find(([one]) => one === name)?.[1];
    const fits = Object.entries(unitSuffixes).every(
      ([one, suffix]) => suffix.test(name.replace(/Max$/, "")) === (unit === one) || one === "fen",
    );
    const isFen = /Fen/.test(name) === (unit === "fen");
    const isKnown = notBelow === undefined || names.has(notBelow);
    const fault = valueFault(declared, value) ?? relationFault(name, value, defaults);
    return fault === undefined && isKnown && fits && isFen ? [] : [`${name}: ${fault ?? unit}`];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["nicknamesPerDay", 51, "需在 1 至 50 之间"],
  ["nicknamesPerDay", 1.5, "请填整数"],
  ["nicknamesPerDay", "5", "请填数字"],
  ["unpaidOrderMs", 1_000, "需在 5 分钟 至 1 小时 之间"],
  ["topUpMinFen", 50, "需在 ¥1.00 至 ¥1,000.00 之间"],
  ["inviteJudgeShadow", 1, "请选开或关"],
  ["inviteRiskHold", 91, "不能大于「风险分达到多少时不发奖励」（90）"],
  ["topUpMaxFen", 500_000 * 3, "不能大于「每个会员余额上限」（¥10,000.00）"],
  ["nicknamesPerDay", 5, "与现在的值相同，不用改"],
] as const)("%s = %s is refused at the field: %s", async (name, value, text) => {
  await expect(change(name, value)).rejects.toEqual(
    refusal("INPUT_INVALID", { field: "value", text }),
  );
});

test("a figure of no declaration is not found, and one of another version is refused with the value now", async () => {
  await expect(change("accessTokenMs", 60_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await change("ordersUnpaidMax", 8);
  const stale = { name: "ordersUnpaidMax", value: 9, sinceVersion: 0, ...by };
  await expect(changeSetting(context, db, await liveNow(), stale)).rejects.toEqual(
    refusal("STATE_CHANGED", { current: { value: 8, version: 1 } }),
  );
});

test("a change is in force, has a version with its reason, and can be rolled back to the start value", async () => {
  await change("ticketsPerDay", 20);
  await change("ticketsPerDay", 30);
  const back = { name: "ticketsPerDay", sinceVersion: 2, ...by };
  const live = await liveNow();
  expect(await rollBackSetting(context, db, live, { ...back, version: 1 })).toEqual({ version: 3 });
  expect(live.current().settings.ticketsPerDay).toBe(20);
  await rollBackSetting(context, db, live, { ...back, sinceVersion: 3, version: 0 });
  expect(live.current().settings.ticketsPerDay).toBe(defaults.ticketsPerDay);
  const { list } = await settingVersions(db, { name: "ticketsPerDay", before: undefined });
  expect(list.map(({ version, value }) => [version, value])).toEqual([
    [4, null],
    [3, 20],
    [2, 30],
    [1, 20],
  ]);
  await expect(
    rollBackSetting(context, db, live, { ...back, sinceVersion: 4, version: 9 }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("another process has a change with the notification; a request keeps the figures it began with", async () => {
  const there = createLiveState(context.settings, context.log);
  const stop = there.follow(db, listener, 10 * HOUR);
  await expect.poll(() => listener.isUp()).toBe(true);
  let release: () => void = () => undefined;
  const gate = new Promise<void>((open) => (release = open));
  const figures = there.run(async () => {
    const first = there.current().settings.cardStockLow;
    await gate;
    return [first, there.current().settings.cardStockLow];
  });
  await change("cardStockLow", 33);
  await expect.poll(() => there.current().settings.cardStockLow).toBe(33);
  release();
  expect(await figures).toEqual([20, 20]);
  await stop();
});

test("a process that hears no notification has the change with its next poll", async () => {
  const there = createLiveState(context.settings, context.log);
  const stop = there.follow(db, quiet, 20);
  await change("cardRevealsPerDay", 44);
  await expect.poll(() => there.current().settings.cardRevealsPerDay).toBe(44);
  await stop();
});

test("a limit of money waits for a second person, who sees both values; then it is in force", async () => {
  const { approvalId = "", version } = await change("withdrawMinFen", 500);
  expect(version).toBeUndefined();
  const live = await liveNow();
  expect(live.current().settings.withdrawMinFen).toBe(100);
  const waiting = (await settingLines(context, db, live)).find((one) => one.approvalId);
  expect(waiting).toMatchObject({ declared: { name: "withdrawMinFen" }, approvalId });
  const kind = settingApprovals(live.start);
  const shown = await kind.find(context, db, { ref: approvalId, readerId: BEN });
  expect(shown).toMatchObject({
    title: "「单笔提现最低」改为 ¥5.00",
    changes: [{ field: "单笔提现最低", before: "¥1.00", after: "¥5.00" }],
    checks: [{ isGood: true }],
  });
  const decision = { approvalId, checker: BEN, state: "approved", reason: "同意" } as const;
  await decideApproval(context, db, { setting: settingHandler(live.start) }, decision);
  await live.refresh(db);
  expect(live.current().settings.withdrawMinFen).toBe(500);
  const { list } = await settingVersions(db, { name: "withdrawMinFen", before: undefined });
  expect(list).toMatchObject([{ value: 500, operatorId: ANNA, approverId: BEN }]);
});

test("a proposal is refused when the figure that limits it has moved meanwhile", async () => {
  const live = await liveNow();
  const handlers = { setting: settingHandler(live.start) };
  const agree = (approvalId = "") =>
    decideApproval(context, db, handlers, {
      approvalId,
      checker: BEN,
      state: "approved",
      reason: "好",
    });
  const raised = await change("adjustFenMax", 400_000);
  const lowered = await change("adjustFenPerDay", 300_000);
  await agree(lowered.approvalId);
  await expect(agree(raised.approvalId)).rejects.toMatchObject({ code: "INPUT_INVALID" });
});

test("stored values that the declarations no longer allow are left out, both of a wrong pair", () => {
  const start: Settings = defaults;
  const { settings, ignored } = settingsInForce(start, [
    { name: "nicknamesPerDay", value: 9 },
    { name: "cardStockLow", value: "many" },
    { name: "goneSetting", value: 1 },
    { name: "topUpMinFen", value: 90_000 },
    { name: "topUpMaxFen", value: 80_000 },
  ]);
  expect(settings).toEqual({ ...defaults, nicknamesPerDay: 9 });
  expect(ignored.map(({ name }) => name).toSorted()).toEqual([
    "cardStockLow",
    "goneSetting",
    "topUpMaxFen",
    "topUpMinFen",
  ]);
});

test("a kill switch refuses the beginning of a redemption with a sentence, and ends by itself", async () => {
  const live = await liveNow();
  const endsAt = context.clock.now().getTime() + HOUR;
  const off = { name: "redemption", isOff: true, endsAt, sinceVersion: 0, ...by };
  await setSwitch(context, db, live, off);
  const attempt = (operation: string) => () => refusePaused(live, context.clock, operation);
  expect(attempt("exchange.redeem")).toThrow(
    refusal("FEATURE_PAUSED", {
      text: "兑换暂停服务，你的兑换码不受影响，预计 11月20日 13:00 恢复",
    }),
  );
  expect(attempt("exchange.leave")).not.toThrow();
  expect(isPaused(live, context.clock, "redemption")).toBe(true);
  expect(attempt("buying.place")).not.toThrow();
  await expect(setSwitch(context, db, live, off)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  context.clock.advance(HOUR);
  expect(attempt("exchange.redeem")).not.toThrow();
  expect(isPaused(live, context.clock, "redemption")).toBe(false);
});

test.each([
  ["without an end", undefined],
  ["with an end that is past", -HOUR],
  ["for more than a week", 8 * 24 * HOUR],
])("a function is not switched off %s", async (_, afterMs) => {
  const endsAt = afterMs === undefined ? undefined : context.clock.now().getTime() + afterMs;
  const off = { name: "topup", isOff: true, endsAt, sinceVersion: 0, ...by };
  await expect(setSwitch(context, db, await liveNow(), off)).rejects.toEqual(
    refusal("INPUT_INVALID", { field: "endsAt" }),
  );
});

test("the notice is shown from its start to its end", async () => {
  const live = await liveNow();
  const now = context.clock.now().getTime();
  const notice = { text: " 今晚维护 ", startsAt: now + HOUR, endsAt: now + 2 * HOUR };
  await setNotice(context, db, live, { ...notice, sinceVersion: 0, ...by });
  expect(noticeNow(live, context.clock)).toBeUndefined();
  context.clock.advance(HOUR);
  expect(noticeNow(live, context.clock)).toMatchObject({ text: "今晚维护" });
  context.clock.advance(HOUR);
  expect(noticeNow(live, context.clock)).toBeUndefined();
});

test("values read as operators write them", () => {
  expect(valueText({ unit: "fen" }, 1_234_567)).toBe("¥12,345.67");
  expect(valueText({ unit: "ms" }, 36 * HOUR)).toBe("36 小时");
  expect(valueText({ unit: "flag" }, true)).toBe("开");
  expect(switchOf("withdrawals.create")).toBe("withdrawals");
  expect(switchOf("withdrawals.cancel")).toBeUndefined();
});
