/** Tests that the help answers can be found and describe only features the product has. */
import { expect, test } from "vitest";
import { pages } from "../../../routes.ts";
import { findQuestions, questions, topics } from "./answers.ts";

test("every topic has answers, each with a unique ID", () => {
  expect(topics.filter(({ id }) => findQuestions("", id).length < 3)).toEqual([]);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
});

test("a search covers questions and answers, for every word, within the topic", () => {
  expect(findQuestions("15 分钟", undefined).map(({ id }) => id)).toEqual(["code-hold"]);
  expect(findQuestions("退回 3", "refund").map(({ id }) => id)).toEqual(["refund-code"]);
  expect(findQuestions("退回 3", "points")).toEqual([]);
  expect(findQuestions("  ", undefined)).toHaveLength(questions.length);
});

test("every link leads to an existing page", () => {
  const known = new Set<string>(pages.map(({ path }) => path));
  const dead = questions.filter(({ link }) => link && !known.has(link.url));
  expect(dead).toEqual([]);
});
