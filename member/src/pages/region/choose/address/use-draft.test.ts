/** Tests the validation of an address draft, and what a pasted text changes in it. */
import { expect, test } from "vitest";
import { type Draft, draftErrors, mergeRecognised, phoneOf, withoutRegion } from "./use-draft.ts";

const draft: Draft = {
  name: "张三",
  phone: "13800138000",
  regionCodes: ["440000", "440300", "440305"],
  region: "广东省 深圳市 南山区",
  isRegionWhole: true,
  detail: "科技园1号",
  tag: "家",
  isDefault: true,
};
const NOTHING = { regionCodes: [], region: "", isRegionWhole: false };

test("a complete address has no error, and each missing part has its own error", () => {
  expect(draftErrors(draft, false)).toEqual({});
  const empty = { ...draft, ...NOTHING, name: "", phone: "1380", detail: "1" };
  expect(Object.keys(draftErrors(empty, false))).toEqual(["name", "phone", "region", "detail"]);
  expect(draftErrors({ ...draft, isRegionWhole: false }, false)).toEqual({
    region: "请选到最后一级的区县",
  });
});

test("a stored phone may be left empty, but a typed phone is always checked", () => {
  expect(draftErrors({ ...draft, phone: "" }, true)).toEqual({});
  expect(draftErrors({ ...draft, phone: "" }, false)).toHaveProperty("phone");
  expect(draftErrors({ ...draft, phone: "12" }, true)).toHaveProperty("phone");
});

test("fields that a pasted text does not contain stay unchanged", () => {
  expect(mergeRecognised(draft, NOTHING)).toEqual(draft);
  expect(mergeRecognised(draft, { ...NOTHING, name: "李四" })).toEqual({ ...draft, name: "李四" });
});

test("the country code and spaces are removed from a phone", () => {
  expect(phoneOf("+86 138-0013-8000")).toBe("13800138000");
  expect(phoneOf("008613800138000")).toBe("13800138000");
  expect(phoneOf("8613")).toBe("8613");
});

test("the selected regions are not repeated in the detail", () => {
  const names = ["北京市", "朝阳区"];
  expect(withoutRegion("朝阳区建国路93号", names)).toBe("建国路93号");
  expect(withoutRegion("北京市 朝阳区 建国路93号", names)).toBe("建国路93号");
  expect(withoutRegion("建国路93号", names)).toBe("建国路93号");
  expect(withoutRegion("朝阳区", names)).toBe("朝阳区");
});
