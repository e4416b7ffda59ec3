/** Tests the nickname rules. */
import { expect, test } from "vitest";
import { nicknameFault, nicknameFrom, normalizeNickname } from "./nickname.ts";

const faultOf = (typed: string) => nicknameFault(normalizeNickname(typed));

test.each([
  ["小鲸"],
  ["Ann-Marie O'Neil"],
  ["  林 知夏  "],
  ["鲸🐳喵❤️"],
  ["二十个字的昵称正好放得下不多也不少的哦哦"],
  ["运营喵"],
])("%j is a valid nickname", (typed) => {
  expect(faultOf(typed)).toBeUndefined();
});

test.each([
  ["", "empty"],
  ["   ", "empty"],
  ["\u0301", "empty"],
  ["一".repeat(21), "long"],
  [`a${"\u0301".repeat(60)}`, "long"],
  ["小\u0000鲸", "signs"],
  ["小\u202e鲸", "signs"],
  ["小\u2066鲸\u2069", "signs"],
  ["小\u200b鲸", "signs"],
  ["小\ufeff鲸", "signs"],
  ["\u3164", "signs"],
  ["小\ud800鲸", "signs"],
  ["小\n鲸", "signs"],
  ["云鲸客服", "reserved"],
  ["官 方", "reserved"],
  ["官·方小号", "reserved"],
  ["ＡＤＭＩＮ", "reserved"],
  ["Yun-Jing", "reserved"],
])("%j is refused as %s", (typed, fault) => {
  expect(faultOf(typed)).toBe(fault);
});

test("spaces around and between the words are normalised", () => {
  expect(normalizeNickname("\u3000林\u00a0 知夏 ")).toBe("林 知夏");
});

test.each([
  ["小\u200b鲸\u202e", "小鲸"],
  ["很".repeat(30), "很".repeat(20)],
  ["👨‍👩‍👧一家", "👨👩👧一家"],
  ["云鲸官方客服", undefined],
  ["\u200b", undefined],
])("the WeChat name %j becomes the nickname %j", (foreign, nickname) => {
  expect(nicknameFrom(foreign)).toBe(nickname);
});
