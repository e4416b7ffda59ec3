/** The rules shown to a member describe exactly what the contract does. */
import { describe, expect, test } from "vitest";
import type { FulfilmentContract } from "./model.ts";
import {
  deliveryText,
  durationText,
  limitText,
  promisesOf,
  refundText,
  rulesOf,
  stepsOf,
} from "./rules.ts";

const card: FulfilmentContract = {
  contractId: "c",
  delivery: "card",
  usedIn: "store",
  form: [],
  slaSeconds: 60,
  refundRule: "before_code",
  refundDays: 30,
  validDays: 30,
  lateMoney: "revive" as const,
};
const topup: FulfilmentContract = {
  contractId: "t",
  delivery: "topup",
  usedIn: "account",
  slaSeconds: 600,
  refundRule: "before_code",
  refundDays: undefined,
  validDays: undefined,
  lateMoney: "revive" as const,
  form: [
    {
      name: "account",
      label: "充值手机号",
      kind: "phone",
      placeholder: "",
      pattern: "1\\d{10}",
      lengthMax: 11,
      wrongText: "",
    },
  ],
};
const terms = (contract: FulfilmentContract, more: object = {}) => ({
  contract,
  limits: {},
  cityNames: [],
  brandName: "肯德基",
  ...more,
});
const titles = (contract: FulfilmentContract, more: object = {}) =>
  rulesOf(terms(contract, more)).map(({ title }) => title);

test.each([
  [30, "30 秒"],
  [60, "1 分钟"],
  [90, "2 分钟"],
  [3_600, "1 小时"],
  [90_000, "2 天"],
])("%i seconds are formatted as %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test("a top-up's text gives the arrival time, a card's text the delivery of its code", () => {
  expect(deliveryText(topup)).toBe("支付后约 10 分钟内到账");
  expect(deliveryText(card)).toBe("支付后约 1 分钟内出码");
  expect(deliveryText({ ...card, delivery: "coupons", slaSeconds: 0 })).toBe("支付后立即放入卡包");
});

describe("the refund rule", () => {
  test.each([
    [card, "未查看券码前（购买后 30 天内）可申请退款；查看后不支持自助退款。"],
    [topup, "充值未成功，自动全额退款；充值到账后不支持退款。"],
    [{ ...card, refundRule: "never" as const }, "兑换成功后不支持退款。发放失败会自动全额退回。"],
    [
      { ...card, refundRule: "manual" as const },
      "购买后 30 天内可提交退款申请，由客服核实未使用后处理。",
    ],
    [
      { ...card, refundRule: "unused_auto" as const, refundDays: undefined },
      "未使用可随时申请退款，原路退回。",
    ],
  ])("case %#: the text matches the stored rule", (contract, text) => {
    expect(refundText(contract)).toBe(text);
  });
});

describe("the generated rules", () => {
  test("leave out entries that do not apply", () => {
    expect(titles(topup)).toEqual(["到账时间", "使用方法", "使用范围", "退款规则"]);
    expect(titles(card, { limits: { perDay: 2 } })).toEqual([
      "到账时间",
      "使用方法",
      "有效期",
      "使用范围",
      "购买限制",
      "退款规则",
    ]);
  });

  test("name the validity days of the card", () => {
    const valid = rulesOf(terms(card)).find(({ title }) => title === "有效期");
    expect(valid?.text).toBe("自发放当日起 30 天内有效（含当日），逾期作废。");
  });

  test("name the cities when it is not available in all", () => {
    const rules = rulesOf(terms(card, { cityNames: ["上海", "北京"] }));
    expect(rules.find(({ title }) => title === "使用范围")?.text).toContain("上海、北京");
  });

  test("list every limit in one line", () => {
    expect(limitText({})).toBeUndefined();
    expect(limitText({ perOrder: 2, perDay: 3, perMonth: 4, life: 5 })).toBe(
      "每单限 2 件，每人每天限 3 件，每人每月限 4 件，每人限购 5 件",
    );
  });

  test("start the steps with the form to fill in", () => {
    expect(stepsOf(terms(topup))[0]).toBe("填写充值手机号");
    expect(stepsOf(terms(card))[0]).toBe("确认订单并支付");
  });

  test("are summarised as short promises", () => {
    expect(promisesOf(terms(card))).toEqual(["即时出码", "查看前可退", "30 天有效", "全国可用"]);
    const ticket = { ...card, delivery: "movie", usedIn: "cinema" } as const;
    expect(promisesOf(terms(ticket))).toContain("未出票全退");
    expect(promisesOf(terms(topup, { cityNames: ["上海"] }))).toEqual(["未到账全退", "限定城市"]);
  });
});
