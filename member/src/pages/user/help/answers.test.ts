/** Tests that the built-in help can be found and describes only features the product has. */
import { builtInHelp } from "@yunjing/contract/help-articles";
import { expect, test } from "vitest";
import { pages } from "../../../routes.ts";
import { findArticles, topicsOf } from "./answers.ts";

test("every topic has answers, each with a unique ID", () => {
  const topics = topicsOf(builtInHelp);
  expect(topics).toEqual(["兑换码", "取餐", "支付退款", "积分", "账号"]);
  expect(topics.filter((topic) => findArticles(builtInHelp, "", topic).length < 3)).toEqual([]);
  expect(new Set(builtInHelp.map(({ id }) => id)).size).toBe(builtInHelp.length);
});

test("a search covers titles, answers and search words, for every word, within the topic", () => {
  const found = (typed: string, topic?: string) =>
    findArticles(builtInHelp, typed, topic).map(({ id }) => id);
  expect(found("15 分钟")).toEqual(["code-hold"]);
  expect(found("退回 3", "支付退款")).toEqual(["refund-code"]);
  expect(found("退回 3", "积分")).toEqual([]);
  expect(found("  ")).toHaveLength(builtInHelp.length);
  const words = [{ id: "a", topic: "取餐", text: "取餐码", answer: ["看订单"], words: ["提货"] }];
  expect(findArticles(words, "提货", undefined)).toHaveLength(1);
});

test("every link leads to an existing page", () => {
  const known = new Set<string>(pages.map(({ path }) => path));
  const dead = builtInHelp.filter(({ link }) => link && !known.has(link.url));
  expect(dead).toEqual([]);
});
