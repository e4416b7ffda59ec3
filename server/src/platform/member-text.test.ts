/** What operators write for members is refused when it has words that WeChat forbids. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inducementText, refuseInducement } from "./member-text.ts";

test("a forbidden phrase is refused at its field with a sentence that names it", () => {
  const text = inducementText("分享得现金");
  expect(text).toMatch(/^不能写「分享得现金」：.+，请换个说法$/);
  const refused = { code: "INPUT_INVALID", data: { field: "reason", text } };
  expect(() => refuseInducement("reason", "分享得现金")).toThrow(expect.objectContaining(refused));
});

test("no other file of the server judges such texts", () => {
  const folder = join(import.meta.dirname, "..");
  const judges = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      readFileSync(join(folder, file), "utf8").includes("@yunjing/contract/inducement"),
  );
  expect(judges).toEqual([join("platform", "member-text.ts")]);
});

test("a usual reason is not refused", () => {
  expect(inducementText("订单已使用，不能退款")).toBeUndefined();
});
