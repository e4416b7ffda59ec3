/** What operators write for members is refused when it has words that WeChat forbids. */
import { expect, test } from "vitest";
import { inducementText, refuseInducement } from "./member-text.ts";

test("a forbidden phrase is refused at its field with a sentence that names it", () => {
  const text = inducementText("分享得现金");
  expect(text).toMatch(/^不能写「.+」，会员会读到$/);
  const refused = { code: "INPUT_INVALID", data: { field: "reason", text } };
  expect(() => refuseInducement("reason", "分享得现金")).toThrow(expect.objectContaining(refused));
});

test("a usual reason is not refused", () => {
  expect(inducementText("订单已使用，不能退款")).toBeUndefined();
});
