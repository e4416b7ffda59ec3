/** Tests of what an operator reads about goods that are to be refunded. */
import { expect, test } from "vitest";
import { usedText } from "./texts.ts";

const of = (delivery: string, isDelivered: boolean, isRevealed = false) =>
  usedText({ isRevealed, items: [{ delivery, isDelivered }] });

test("goods that the member may have used are marked by their kind", () => {
  expect(of("card", true, true)).toEqual(["bad", "已看卡密"]);
  expect(of("topup", true)).toEqual(["warn", "已直充"]);
  expect(of("meal", true)).toEqual(["warn", "已出取餐码"]);
  expect(of("card", true)).toEqual(["ok", "未看卡密"]);
  expect(of("topup", false)).toEqual(["ok", "未发放"]);
});
