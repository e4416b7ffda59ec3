/** Dealers of codes as operators see them. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorDealers as routes } from "../../routes/operators/dealers.ts";
import { listOf, Version } from "../../values.ts";
import { DealerPayment, dealerTerms, DealerView, Month, paidStatement } from "../dealers.ts";
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
    summary: "What a dealer made in a month, what is owed for it by now, and what is paid of it",
    input: Type.Object({ memberId: Uuid, month: Month }),
    output: Type.Object({
      ...paidStatement,
      payments: Type.Array(DealerPayment),
    }),
    refusals: ["NOT_FOUND"],
  },
  paid: {
    summary: "Enters what a dealer paid for a month, at most what is open",
    input: Type.Object({
      memberNo: Type.String({ pattern: "^\\d{9}$" }),
      month: Month,
      amountFen: Type.Integer({ minimum: 1, maximum: 100_000_000_000 }),
      /** The number of the bank's slip; one slip is entered once for a month. */
      slip: Type.String({ pattern: "^[0-9A-Za-z-]{4,64}$" }),
      reason: Reason,
    }),
    output: Type.Object({ paymentId: Type.String(), openFen: Type.Integer() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "OWN_ACCOUNT"],
  },
  reverse: {
    summary: "Takes back a payment that was entered wrongly, whole and at most once",
    input: Type.Object({
      memberNo: Type.String({ pattern: "^\\d{9}$" }),
      paymentId: Uuid,
      reason: Reason,
    }),
    /** What is open of the payment's month after it, in fen. */
    output: Type.Object({ openFen: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
});
