/** Tests SMS texts: the link stays whole, and a text is billed as at most two segments. */
import { describe, expect, test } from "vitest";
import { PICKUP, pickupText } from "./pickup.ts";
import { SMS_SEGMENTS_MAX, smsSegments, smsText } from "./sms-text.ts";
import { compose, kinds, templateOf } from "./templates.ts";

const LINK = `https://benefits.yunjing-members.example/r#${"R".repeat(22)}`;
const facts = {
  ref: "018f0000-0000-7000-8000-0000000000aa",
  data: { amountFen: 1_234, delivery: "meal", reply: "理由".repeat(100), title: "券".repeat(60) },
  order: {
    orderNo: "202611200001",
    title: "一份名字特别特别长的套餐".repeat(8),
    pickup: {
      store: "肯德基上海南京东路步行街世纪广场店".repeat(4),
      from: Date.UTC(2026, 10, 22, 4, 15),
    },
  },
};

test.each([
  [70, 1],
  [71, 2],
  [134, 2],
  [135, 3],
])("%d characters are %d segments", (length, segments) => {
  expect(smsSegments("字".repeat(length))).toBe(segments);
});

describe("every message", () => {
  test.each(kinds)("%s is at most two segments, with and without a link", (kind) => {
    const template = templateOf(kind);
    if (!template) throw new Error(`no template for ${kind}`);
    const { text } = compose(template, { memberId: "m", kind: "a.b", ref: facts.ref }, facts);
    const withCodes = text.replace(
      PICKUP,
      pickupText({ codes: ["838121", "838122", "838123", "9"] }),
    );
    for (const link of [undefined, LINK]) {
      const sms = smsText(withCodes, link);
      expect(smsSegments(sms)).toBeLessThanOrEqual(SMS_SEGMENTS_MAX);
      expect(sms.match(/云鲸权益】/g)).toHaveLength(1);
      expect(sms.endsWith(link ?? "")).toBe(true);
    }
  });

  test("a long text is cut between characters, never within one", () => {
    const sms = smsText("🐳".repeat(100), undefined);
    expect(sms).toMatch(/^【云鲸权益】(🐳)+…$/u);
  });
});

test("more than three codes are counted", () => {
  expect(pickupText({ codes: ["1", "2", "3", "4"] })).toBe("取餐码 1、2、3等 4 个");
  expect(pickupText({ codes: [] })).toBe("取餐码见订单");
});
