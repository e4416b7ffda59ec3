/** The menu at a time of day, the price of lines on it, and the comparison of two menus. */
import type { MealLine } from "@yunjing/contract/schemas/dining";
import { describe, expect, test } from "vitest";
import { compareLines } from "./compare.ts";
import { metresBetween } from "./distance.ts";
import { hashOf, menuAt, productOf } from "./menu.ts";
import { priceLine } from "./price.ts";
import { sampleMenu, shanghai } from "./testing.ts";

const place = { hours: [{ from: "07:00", to: "23:00" }], soldOut: [] as string[] };
const always = { hours: [{ from: "00:00", to: "24:00" }], soldOut: [] as string[] };
const at = (clock: string) => shanghai(`2026-11-20 ${clock}`);
const noon = menuAt(sampleMenu, place, "dine_in", at("12:00"));
const line = (productId: string, chosen: string[] = [], quantity = 1): MealLine => ({
  productId,
  quantity,
  options: chosen.map((each) => {
    const [groupId = "", optionId = ""] = each.split(":");
    return { groupId, optionId };
  }),
});

describe("classes by the time of day", () => {
  test.each([
    ["09:59", "全天,早餐", "10:00"],
    ["10:00", "全天,正餐", "22:00"],
    ["22:30", "全天,正餐,夜宵", "23:00"],
    ["06:30", "全天,早餐", "07:00"],
  ])("at %s: %s until %s", (clock, names, until) => {
    const menu = menuAt(sampleMenu, place, "take_away", at(clock));
    expect(menu.classes.map(({ name }) => name).join()).toBe(names);
    expect(menu.validUntil).toBe(at(until));
  });
  test("a class may be served past midnight", () => {
    const menu = menuAt(sampleMenu, always, "take_away", at("01:00"));
    expect(menu.classes.map(({ name, note }) => note ?? name)).toEqual(["全天", "02:00 止"]);
    expect(menu.validUntil).toBe(at("02:00"));
  });
  test("without timed classes the menu is valid until the store closes, or the day ends", () => {
    const plain = { ...sampleMenu, classes: [{ id: "day", name: "全天" }] };
    expect(menuAt(plain, place, "dine_in", at("12:00")).validUntil).toBe(at("23:00"));
    expect(menuAt(plain, always, "dine_in", at("12:00")).validUntil).toBe(
      at("24:00".replace("24:00", "23:59")) + 60_000,
    );
  });
  test("only classes of the eat type are served", () => {
    expect(productOf(noon.classes, "tray")?.name).toBe("餐品 tray");
    expect(
      productOf(menuAt(sampleMenu, place, "take_away", at("12:00")).classes, "tray"),
    ).toBeUndefined();
  });
});

describe("sold out", () => {
  const soldOut = menuAt(
    sampleMenu,
    { ...place, soldOut: ["cola", "juice"] },
    "dine_in",
    at("12:00"),
  );
  test("as a product", () => expect(productOf(soldOut.classes, "cola")?.soldOut).toBe(true));
  test("as an option of a combo, which is sold out when no option is left", () => {
    const bucket = productOf(soldOut.classes, "bucket");
    expect(bucket?.groups[0]?.options.map((option) => option.soldOut)).toEqual([true, true]);
    expect(bucket?.soldOut).toBe(true);
  });
  test("the hash depends on the content only", () => {
    expect(soldOut.hash).not.toBe(noon.hash);
    expect(menuAt(sampleMenu, place, "dine_in", at("13:30")).hash).toBe(noon.hash);
    expect(hashOf(noon.classes)).toBe(noon.hash);
    expect(noon.hash).toMatch(/^[\w-]{22}$/);
  });
});

describe("lines", () => {
  test.each([
    ["a plain product", line("tray", [], 2), 3000, 6000, ""],
    ["with a size", line("cola", ["size:large"]), 1200, 1200, "大"],
    ["with an extra", line("burger", ["extras:cheese"]), 2200, 2200, "加芝士"],
    ["a combo", line("bucket", ["drink:juice"]), 9100, 9100, "果汁"],
  ])("%s", (_, wanted, unitFen, totalFen, optionsText) => {
    expect(priceLine(noon.classes, wanted).line).toMatchObject({ unitFen, totalFen, optionsText });
  });
  test.each([
    ["a product not served now", line("congee"), "gone"],
    ["a missing option", line("cola"), "option"],
    ["too many options", line("cola", ["size:medium", "size:large"]), "option"],
    ["an option of another product", line("burger", ["size:large"]), "option"],
    ["a sold-out option", line("burger", ["extras:bacon"]), "option"],
    ["an unknown group", line("tray", ["size:large"]), "option"],
  ])("%s", (_, wanted, problem) => {
    expect(priceLine(noon.classes, wanted).problem).toBe(problem);
  });
});

describe("comparing two menus", () => {
  const dearer = {
    ...sampleMenu,
    products: sampleMenu.products.map((each) =>
      each.id === "burger" ? { ...each, priceFen: 2100 } : each,
    ),
  };
  test("reports a dearer product, one sold out and one gone, and omits an unchanged one", () => {
    const present = menuAt(dearer, { ...place, soldOut: ["cola"] }, "take_away", at("12:00"));
    const lines = [
      line("burger", ["extras:cheese"], 2),
      line("cola", ["size:medium"]),
      line("tray"),
    ];
    expect(compareLines([...lines, line("bucket", ["drink:cola"])], noon.classes, present)).toEqual(
      {
        menuHash: present.hash,
        changes: [
          { productId: "burger", name: "餐品 burger", was: 2200, now: 2400, reason: "price" },
          { productId: "cola", name: "餐品 cola", was: 900, reason: "sold_out" },
          { productId: "tray", name: "餐品 tray", was: 3000, reason: "gone" },
          { productId: "bucket", name: "餐品 bucket", was: 8900, reason: "option" },
        ],
        totalWasFen: 4400 + 900 + 3000 + 8900,
        totalNowFen: 4800,
      },
    );
  });
  test("omits lines without a difference", () => {
    const present = menuAt(dearer, place, "dine_in", at("12:00"));
    expect(compareLines([line("tray")], noon.classes, present).changes).toEqual([]);
  });
});

test.each([
  ["nowhere", [31.23, 121.47], [31.23, 121.47], 0],
  ["across the river", [31.2397, 121.4999], [31.2416, 121.4903], 937],
  ["to the capital", [31.2304, 121.4737], [39.9042, 116.4074], 1_067_311],
] as const)("distance: %s", (_, [lat, lng], [lat2, lng2], metres) => {
  const found = metresBetween({ lat, lng }, { lat: lat2, lng: lng2 });
  expect(Math.abs(found - metres)).toBeLessThan(metres / 100 + 1);
});
