/** The texts of a benefit: one declaration makes the columns, the selected value and the list. */
import { BenefitCard } from "@yunjing/contract/schemas/benefit";
import { expect, test } from "vitest";
import { allTextsOf, benefitTextColumns, benefitTextsSql } from "./benefit-texts.ts";

/** What only the page of a benefit reads, when it is shared. */
const ONLY_SHARED: readonly string[] = ["shareTitle", "shareText"];

test("each declared text is a column of its own name and part of the card, except what is shared", () => {
  expect(benefitTextColumns).toEqual([
    { field: "title", column: "title", type: "text" },
    { field: "subtitle", column: "subtitle", type: "text" },
    { field: "tags", column: "tags", type: "text[]" },
    { field: "shareTitle", column: "share_title", type: "text" },
    { field: "shareText", column: "share_text", type: "text" },
  ]);
  for (const { field, column } of benefitTextColumns) {
    expect(Object.keys(BenefitCard.properties).includes(field)).toBe(!ONLY_SHARED.includes(field));
    expect(benefitTextsSql).toContain(`'${field}', `);
    expect(benefitTextsSql).toContain(`to_jsonb(b.${column})`);
  }
});

test("an empty optional text is left out, and an empty list is not", () => {
  expect(benefitTextsSql).toContain(`nullif(to_jsonb(b.subtitle), '""')`);
  expect(benefitTextsSql).not.toContain("nullif(to_jsonb(b.tags)");
  expect(allTextsOf({ tags: ["七天", "热卖"], title: "咖啡" })).toEqual(["咖啡", "七天", "热卖"]);
});
