/** Holds D04 and D06: what is wrong with a field, in the spec's words, and what a prompt answers. */
import { expect, test } from "vitest";
import { askedValue, NOT_A_NUMBER } from "./asked-value.ts";
import { fieldError, firstValues, formErrors, keptValues } from "./form-rules.ts";

const phone = { name: "phone", label: "手机号", require: true };

test("D04 a required field that is empty or blank says so and is the only thing wrong", async () => {
  const fields = [phone, { name: "note", label: "备注" }];
  const values = keptValues(fields, { phone: "   " });
  expect(await formErrors(fields, values)).toEqual({ phone: "手机号 不能为空" });
});

test("D04 a validator that throws shows its message", async () => {
  const validator = () => {
    throw new Error("请填 11 位手机号");
  };
  expect(await fieldError({ ...phone, validator }, "1")).toBe("请填 11 位手机号");
});

test("D04 a validator that rejects shows its message, and a bare one the format's words", async () => {
  const late = { ...phone, validator: () => Promise.reject(new Error("号码已停用")) };
  const bare = { ...phone, validator: () => Promise.reject(new Error()) };
  expect(await fieldError(late, "1")).toBe("号码已停用");
  expect(await fieldError(bare, "1")).toBe("手机号 格式错误");
});

test("D04 a validator sees the trimmed value, and an empty optional field is not asked", async () => {
  const seen: string[] = [];
  const field = { name: "code", label: "邮编", validator: (value: string) => seen.push(value) };
  await formErrors([field], keptValues([field], { code: " 200001 " }));
  await formErrors([field], keptValues([field], { code: " " }));
  expect(seen).toEqual(["200001"]);
});

test("D09 D04 a form begins with the given values and keeps each within its length", () => {
  const fields = [{ name: "name", label: "姓名", value: "林知夏", maxlength: 2 }];
  expect(firstValues(fields)).toEqual({ name: "林知夏" });
  expect(keptValues(fields, firstValues(fields))).toEqual({ name: "林知" });
});

test("D06 a prompt trims, and for a number a text that is not empty becomes one", () => {
  const unlimited = -1;
  expect(askedValue(" 少酱 ", { type: "text", maxlength: unlimited })).toEqual({ value: "少酱" });
  expect(askedValue(" 12.5 ", { type: "number", maxlength: unlimited })).toEqual({ value: 12.5 });
  expect(askedValue("  ", { type: "number", maxlength: unlimited })).toEqual({ value: "" });
  expect(askedValue("十二", { type: "number", maxlength: unlimited })).toEqual({
    error: NOT_A_NUMBER,
  });
});
