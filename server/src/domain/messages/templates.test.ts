/**
 * Tests message templates: texts fit their columns, links lead to our pages, and only the event's
 * data is used.
 */
import { describe, expect, test } from "vitest";
import { dayText, isOwnPath, quietUntil } from "./model.ts";
import { compose, kinds, templateOf } from "./templates.ts";
import { subjectNames, subjects } from "./subjects.ts";
import { defaults } from "../../platform/settings.ts";

const long = "一份名字特别特别长的套餐".repeat(8);
const facts = {
  ref: "018f0000-0000-7000-8000-0000000000aa",
  data: { amountFen: 1_234, points: 300, withdrawalNo: "20260101000000", at: 1_795_000_000_000 },
  order: { orderNo: "202611200001", title: long },
};
const composedText = (kind: string) => {
  const template = templateOf(kind);
  if (!template) throw new Error(`no template for ${kind}`);
  return compose(template, { memberId: "m", kind: "a.b", ref: facts.ref }, facts);
};

test.each(kinds)("%s fits its columns and links within the app", (kind) => {
  const { title, text, link, dedupeKey } = composedText(kind);
  expect(title.length).toBeLessThanOrEqual(40);
  expect(text.length).toBeLessThanOrEqual(300);
  expect(`${title}${text}`).not.toMatch(/undefined|NaN|null/);
  expect(isOwnPath(link ?? "/")).toBe(true);
  expect(dedupeKey.length).toBeLessThanOrEqual(160);
});

describe("a refund", () => {
  const refunded = (data: Readonly<Record<string, number>>) => {
    const template = templateOf("order.refunded");
    if (!template) throw new Error("no template");
    return compose(template, { memberId: "m", kind: "a.b", ref: facts.ref }, { ...facts, data })
      .text;
  };

  test("states the channel's time for the part the channel refunds, and for nothing else", () => {
    expect(refunded({ amountFen: 990, cashFen: 990 })).toMatch(
      /的退款 ¥?9\.90?.*已退回微信支付，到账时间以支付渠道为准。$/,
    );
    expect(refunded({ amountFen: 990, cashFen: 0 })).toMatch(/已退回余额，现在就能用。$/);
    expect(refunded({ amountFen: 990, cashFen: 490 })).toMatch(
      /已退回：其中 .*退到微信支付，到账时间以支付渠道为准，其余已退回余额。$/,
    );
    expect(refunded({ amountFen: 0, cashFen: 0 })).toMatch(/的退款已退回，可在积分明细查看。$/);
  });
});

describe("WeChat templates", () => {
  test.each(subjectNames)("%s respects the lengths of WeChat's types", (subject) => {
    const draft = composedText("order.refunded");
    const data = subjects[subject].data({ ...draft, createdAt: 1_795_000_000_000 });
    for (const [keyword, value] of Object.entries(data)) {
      const most = keyword.startsWith("thing") ? 20 : 32;
      expect([...value].length).toBeLessThanOrEqual(most);
      expect(value).not.toBe("");
    }
    expect(subjects[subject].template(defaults)).not.toBe("");
  });
});

test("an event kind without a message has no template, even with the name of an object property", () => {
  expect(templateOf("toString")).toBeUndefined();
  expect(templateOf("order.paid")).toBeUndefined();
});

test.each([
  ["2026-11-20T13:59:59Z", undefined],
  ["2026-11-20T14:00:00Z", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T15:59:59Z", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T16:00:00Z", "2026-11-21T00:00:00.000Z"],
  ["2026-11-20T23:59:59Z", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T00:00:00Z", undefined],
])("at %s the quiet hours end at %s", (now, end) => {
  expect(quietUntil(new Date(now))?.toISOString()).toBe(end);
});

test("a day is formatted in Shanghai time", () => {
  expect(dayText(new Date("2026-11-30T17:00:00Z"))).toBe("12月1日");
});
