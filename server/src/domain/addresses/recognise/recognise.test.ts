/**
 * Parses pasted addresses as people and shops write them; every field of each text must be
 * recognised.
 */
import { describe, expect, test } from "vitest";
import { loadRegions } from "../../regions/load-regions.ts";
import { corpus as all } from "./corpus.fixture.ts";
import { recogniserOf } from "./pasted-address.ts";

const recognise = recogniserOf(loadRegions());
const NANSHAN = ["440000", "440300", "440305"];
const PHONE = "13800138000";

test("the corpus is large enough to be meaningful", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
});

test.each(all)("%s", (text, name, region, detail) => {
  expect(recognise(text)).toMatchObject({
    name,
    phone: PHONE,
    region,
    detail,
    isRegionWhole: true,
  });
});

describe("uncertain parts are left empty for the member", () => {
  test("a landline or a hotline is neither the phone nor part of the address", () => {
    for (const number of ["0755-86013388", "(0755)86013388", "400-830-8300", "075586013388"]) {
      const found = recognise(`张三 ${number} 广东省深圳市南山区科技园1号`);
      expect(found).toMatchObject({ name: "张三", regionCodes: NANSHAN, detail: "科技园1号" });
      expect(found).not.toHaveProperty("phone");
    }
  });

  test("a mobile beside a landline is the phone", () => {
    const found = recognise("张三 0755-86013388 13800138000 广东省深圳市南山区科技园1号");
    expect(found).toMatchObject({ phone: PHONE, detail: "科技园1号" });
  });

  test("a number with too many digits is no phone", () => {
    expect(recognise("订单 138001380001 深圳市南山区")).not.toHaveProperty("phone");
  });

  test("a district that several cities have is not assigned to one of them", () => {
    expect(recognise("朝阳区建国路93号 周杰 13800138000")).toMatchObject({
      name: "周杰",
      regionCodes: [],
      detail: "朝阳区建国路93号",
    });
    expect(recognise("鼓楼区中山路1号").regionCodes).toEqual([]);
  });

  test("a province or a city alone is recognised as the start of a region", () => {
    expect(recognise("浙江省文三路478号")).toMatchObject({
      regionCodes: ["330000"],
      isRegionWhole: false,
      detail: "文三路478号",
    });
    expect(recognise("杭州市文三路478号")).toMatchObject({
      regionCodes: ["330000", "330100"],
      isRegionWhole: false,
      detail: "文三路478号",
    });
  });

  test("a street named after a place is not recognised as a region", () => {
    expect(recognise("上海南京西路1266号")).toMatchObject({
      regionCodes: ["310000", "310100"],
      detail: "南京西路1266号",
    });
    expect(recognise("杭州西湖文化广场1号").regionCodes).toEqual(["330000", "330100"]);
  });

  test("a phone alone, a name alone, and an empty text are accepted", () => {
    expect(recognise("13800138000")).toEqual({
      phone: PHONE,
      regionCodes: [],
      region: "",
      isRegionWhole: false,
    });
    expect(recognise("张三")).toMatchObject({ name: "张三", regionCodes: [] });
    expect(recognise("。。。 ，，")).toEqual({ regionCodes: [], region: "", isRegionWhole: false });
  });
});

test("the longest accepted text is parsed quickly", () => {
  const worst = "新疆维吾尔自治区伊犁".repeat(40).slice(0, 400);
  const before = performance.now();
  recognise(worst);
  recognise("张 ".repeat(200));
  expect(performance.now() - before).toBeLessThan(2_000);
});
