/** An agreement is typed as one text, and nothing of it is lost on the way. */
import { builtInAgreements } from "@yunjing/contract/built-in-agreements";
import { expect, test } from "vitest";
import { bodyOf, linesOf, sectionsOf } from "./agreement-text.ts";

test("the sections of every installed agreement come back from their text", () => {
  for (const { sections } of Object.values(builtInAgreements)) {
    expect(sectionsOf(bodyOf(sections))).toEqual(sections);
  }
});

test("pasted lines are paragraphs of the title above them, and text above all titles is kept", () => {
  const sections = sectionsOf("写在前面\n\n#一、服务\n第一段\n  第二段  \n## 二、账号\n");
  expect(sections).toEqual([
    { title: "", text: ["写在前面"] },
    { title: "一、服务", text: ["第一段", "第二段"] },
    { title: "二、账号", text: [] },
  ]);
  expect(sectionsOf(bodyOf(sections))).toEqual(sections);
});

test("two sections of one title are compared apart, and a changed order is seen", () => {
  const of = (...texts: readonly string[]) =>
    linesOf({
      title: "",
      intro: "",
      sections: texts.map((text) => ({ title: "一", text: [text] })),
    });
  expect(of("a", "b").get("一（2）")).toBe("b");
  const order = (...titles: readonly string[]) =>
    linesOf({ title: "", intro: "", sections: titles.map((title) => ({ title, text: ["x"] })) });
  expect(order("甲", "乙").get("各节顺序")).not.toBe(order("乙", "甲").get("各节顺序"));
});
