/** Tests that a spreadsheet parser reads an export's cells as they were, and none as a formula. */
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { testContext } from "../../platform/testing.ts";
import { BYTE_ORDER_MARK, csvLine, yuan } from "../../platform/csv.ts";
import { inMarkedOrder } from "./marks.ts";

const read = (text: string): string[][] => parse(`${BYTE_ORDER_MARK}${text}`, { bom: true });

test("no cell is a formula to a spreadsheet, and numbers stay numbers", () => {
  const texts = ["=1+1", "+86", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "a=b"];
  const [row] = read(csvLine([...texts, yuan(-1_205), yuan(7), -3, 12]));
  expect(row?.slice(0, 7)).toEqual(texts.slice(0, 7).map((text) => `'${text}`));
  expect(row?.slice(7)).toEqual(["a=b", "-12.05", "0.07", "-3", "12"]);
});

test("commas, quotes, line ends and long numbers are read back whole", () => {
  const texts = ['一,"二"', "a\r\nb", " c ", "", "123456789012345"];
  const line = csvLine([...texts, "20261123000000000001", undefined]);
  expect(line.endsWith("\r\n")).toBe(true);
  expect(read(line)).toEqual([[...texts, "'20261123000000000001", ""]]);
});

test("the order of the rows belongs to one export, and loses no row", () => {
  const context = testContext();
  const rows = Array.from({ length: 1_001 }, (_, n) => n);
  const order = (id: string, first = 0) => inMarkedOrder(context, id, { rows, first });
  const one = order("EX20261123000001");
  expect(one.toSorted((a, b) => a - b)).toEqual(rows);
  expect(order("EX20261123000001")).toEqual(one);
  expect(order("EX20261123000002")).not.toEqual(one);
  expect(order("EX20261123000001", 1_000)).not.toEqual(one);
  expect(Math.max(...one.map((row, at) => Math.abs(row - at)))).toBe(1);
});
