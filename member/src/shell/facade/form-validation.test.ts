/** Tests D04: the validation errors of a form and their messages. */
import { expect, test, vi } from "vitest";
import { ApiFailure, NETWORK } from "../../device/failure.ts";
import {
  checkForm,
  initialValues,
  firstInvalidField,
  trimmedValues,
  messageOfThrown,
} from "./form-validation.ts";
import type { FormField } from "./dialog-types.ts";

const phone = (validator: NonNullable<FormField["validator"]>): FormField[] => [
  { name: "phone", label: "手机号", require: true, validator },
];
const wrongOf = async (validator: NonNullable<FormField["validator"]>) =>
  (await checkForm(phone(validator), { phone: "139" }))["phone"];

test("D04 a required empty field has the spec's message and its validator is not called", async () => {
  const validator = vi.fn();
  expect(await checkForm(phone(validator), trimmedValues({ phone: "  " }))).toEqual({
    phone: "手机号 不能为空",
  });
  expect(validator).not.toHaveBeenCalled();
});

test("D04 an optional empty field is valid", async () => {
  const validator = vi.fn(() => false);
  expect(await checkForm([{ name: "tax", label: "税号", validator }], { tax: "" })).toEqual({});
});

test("D04 a validator that throws or rejects shows its message", async () => {
  const thrown = () => {
    throw new Error("请填 11 位手机号");
  };
  expect(await wrongOf(thrown)).toBe("请填 11 位手机号");
  expect(await wrongOf(() => Promise.reject(new Error("号码已停用")))).toBe("号码已停用");
  expect(await wrongOf(() => Promise.reject("号码已停用"))).toBe("号码已停用");
});

test("D04 a validator without a message shows 格式错误", async () => {
  expect(await wrongOf(() => Promise.reject(new Error()))).toBe("手机号 格式错误");
  expect(await wrongOf(() => Promise.reject())).toBe("手机号 格式错误");
  expect(await wrongOf(() => false)).toBe("手机号 格式错误");
  expect(await wrongOf(async () => false)).toBe("手机号 格式错误");
});

test("D04 any other return value of a validator means valid", async () => {
  expect(await wrongOf(() => undefined)).toBeUndefined();
  expect(await wrongOf(async () => true)).toBeUndefined();
});

test("D04 the first invalid field is the first in display order", async () => {
  const fields: FormField[] = [
    { name: "name", label: "姓名", value: "林知夏" },
    { name: "phone", label: "手机号", require: true },
    { name: "address", label: "地址", require: true },
  ];
  const errors = await checkForm(fields, initialValues(fields));
  expect(firstInvalidField(fields, errors)).toBe("phone");
  expect(Object.keys(errors)).toEqual(["phone", "address"]);
});

test("D04 a failed call is shown with its message for the member", () => {
  const offline = new ApiFailure({ code: NETWORK, message: "fetch failed", status: 0 });
  expect(messageOfThrown(offline, "提交失败")).toBe("网络错误，请检查网络后再试");
  expect(messageOfThrown(undefined, "提交失败")).toBe("提交失败");
});
