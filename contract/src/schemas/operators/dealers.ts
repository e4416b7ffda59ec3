/** Dealers of codes as operators see them. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorDealers as routes } from "../../routes/operators/dealers.ts";
import { listOf, Version } from "../../values.ts";
import { DealerStatement, dealerTerms, DealerView, Month } from "../dealers.ts";
import { NamedMember, Reason, Uuid } from "./adjustments.ts";

export const operatorDealers = shapesOf<typeof routes>()({
  list: {
    summary: "Every dealer: terms, and what this month took so far",
    input: Type.Object({}),
    output: listOf(Type.Object({ ...DealerView.properties, memberNo: Type.String() })),
    refusals: [],
  },
  set: {
    summary:
      "Make a member a dealer (`sinceVersion` 0) or change his terms; made batches keep their price",
    input: Type.Object({
      ...NamedMember,
      ...dealerTerms,
      sinceVersion: Version,
      reason: Reason,
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  statement: {
    summary: "What a dealer made in a month, and what is owed for it by now",
    input: Type.Object({ memberId: Uuid, month: Month }),
    output: DealerStatement,
    refusals: ["NOT_FOUND"],
  },
});
