/** The answers can be found, and none promises what the product does not have. */
import { expect, test } from "vitest";
import { pages } from "../../../pages.ts";
import { findQuestions, questions, topics } from "./answers.ts";

test("every topic has answers, each with a name of its own", () => {
  expect(topics.filter(({ id }) => findQuestions("", id).length < 3)).toEqual([]);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
});

test("a search looks into questions and answers, for every word, within the topic", () => {
  expect(findQuestions("15 分钟", undefined).map(({ id }) => id)).toEqual(["code-hold"]);
  expect(findQuestions("退回 3", "refund").map(({ id }) => id)).toEqual(["refund-code"]);
  expect(findQuestions("退回 3", "points")).toEqual([]);
  expect(findQuestions("  ", undefined)).toHaveLength(questions.length);
});

test("every link leads to a page that there is", () => {
  const known = new Set(pages.map(({ path }) => path));
  const dead = questions.filter(({ link }) => link && !known.has(link.url));
  expect(dead).toEqual([]);
});
