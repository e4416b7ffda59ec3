/** Tests that the form input of a purchase is checked alike on the client and the server. */
import { expect, test } from "vitest";
import {
  maskedInput,
  normalizedValue,
  normalizedInput,
  fieldErrors,
  fieldError,
} from "./benefit-form.ts";
import type { FormField } from "./schemas/benefit.ts";

const phone: FormField = {
  name: "account",
  label: "充值手机号",
  kind: "phone",
  placeholder: "",
  pattern: "1[3-9]\\d{9}",
  lengthMax: 11,
  wrongText: "请输入正确的 11 位手机号",
};
const mail: FormField = {
  name: "mail",
  label: "邮箱",
  kind: "email",
  placeholder: "",
  pattern: "[\\w.]+@[\\w.]+|x",
  lengthMax: 20,
  wrongText: "邮箱格式不正确",
};

test.each([
  ["138 0000-0001", undefined],
  ["13800000001", undefined],
  ["", "请填写充值手机号"],
  ["   ", "请填写充值手机号"],
  ["12800000001", "请输入正确的 11 位手机号"],
  ["138000000011", "请输入正确的 11 位手机号"],
  ["a13800000001", "请输入正确的 11 位手机号"],
])("checking the phone %j returns %s", (value, text) => {
  expect(fieldError(phone, value)).toBe(text);
});

test("a pattern of choices must match the whole value", () => {
  expect(fieldError(mail, "x")).toBeUndefined();
  expect(fieldError(mail, "xy")).toBe("邮箱格式不正确");
  expect(fieldError(mail, `${"a".repeat(20)}@b.cn`)).toBe("邮箱格式不正确");
  expect(normalizedValue(mail, " a-b@c.cn ")).toBe("a-b@c.cn");
});

test("every wrong field is reported, and fields that the form does not declare are dropped", () => {
  expect(fieldErrors([phone, mail], { account: "1" })).toEqual([
    { name: "account", text: "请输入正确的 11 位手机号" },
    { name: "mail", text: "请填写邮箱" },
  ]);
  expect(normalizedInput([phone], { account: "138-0000-0001", more: "x" })).toEqual({
    account: "13800000001",
  });
});

test("a receipt shows only the masked input", () => {
  const masked = maskedInput([phone, mail], { account: "13800000001", mail: "wang@mail.cn" });
  expect(masked).toBe("138****0001、w***@mail.cn");
  expect(maskedInput([phone], { account: "沪A12345" })).toBe("沪****5");
  expect(maskedInput([], {})).toBe("");
});
