/** Invoices as operators handle them. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorInvoices as routes } from "../../routes/operators/invoices.ts";
import { Instant } from "../../values.ts";
import { Month, Sum } from "../dealers.ts";
import { InvoiceId, InvoiceState, InvoiceTitleType } from "../invoices.ts";
import { listFilter, MemberName, Person } from "./people.ts";

const Reason = Type.String({ minLength: 2, maxLength: 200 });

/** `waiting`: an operator; `open`: the issuer has not said how it ended; `ended`: not issued. */
export const InvoiceStage = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("open"),
  Type.Literal("issued"),
  Type.Literal("reversed"),
  Type.Literal("ended"),
]);
export type InvoiceStage = Static<typeof InvoiceStage>;

export const OperatorInvoice = Type.Object({
  invoiceId: Type.String(),
  orderNo: Type.Optional(Type.String({ description: "absent for a dealer's statement" })),
  /** The month of a dealer's statement: `2026-10`. */
  month: Type.Optional(Month),
  orderTitle: Type.String({ description: "the order's title, or the statement's" }),
  member: MemberName,
  titleType: InvoiceTitleType,
  title: Type.String(),
  taxNo: Type.Optional(Type.String()),
  hasEmail: Type.Boolean(),
  amountFen: Sum,
  state: InvoiceState,
  requestNo: Type.String({ description: "our number at the issuer" }),
  officialNo: Type.Optional(Type.String({ description: "the number on the invoice" })),
  redNo: Type.Optional(Type.String({ description: "the number of the invoice that reverses it" })),
  /** It was issued for the rest after a refund. */
  isReissue: Type.Boolean(),
  reason: Type.Optional(
    Type.String({ description: "why it was rejected, not issued or reversed" }),
  ),
  fault: Type.Optional(Type.String({ description: "the issuer's last refusal of a reversal" })),
  polls: Type.Integer(),
  nextPollAt: Type.Optional(Instant),
  decidedBy: Type.Optional(Person),
  requestedAt: Instant,
  issuedAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
});
export type OperatorInvoice = Static<typeof OperatorInvoice>;

const path = { invoiceId: InvoiceId };
const decided = { ...path, reason: Reason };
const deciding = ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"] as const;

export const operatorInvoices = shapesOf<typeof routes>()({
  list: {
    summary: "Invoices: those that wait for an operator oldest first, all others newest first",
    input: Type.Object({
      stage: Type.Optional(InvoiceStage),
      ...listFilter,
    }),
    output: Type.Object({
      list: Type.Array(OperatorInvoice),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["BAD_REQUEST"],
  },
  issue: {
    summary: "Agree to a request: the issuer is asked under one number until its end is known",
    input: Type.Object(decided),
    output: OperatorInvoice,
    refusals: deciding,
  },
  reject: {
    summary: "Reject a request; the member reads the reason and may ask again",
    input: Type.Object(decided),
    output: OperatorInvoice,
    refusals: [...deciding, "INPUT_INVALID"],
  },
  reverse: {
    summary: "Reverse an issued invoice, such as one with a wrong title; the member may ask again",
    input: Type.Object(decided),
    output: OperatorInvoice,
    refusals: deciding,
  },
  ask: {
    summary: "Ask the issuer now, under the same number, about an invoice without an end",
    input: Type.Object(decided),
    output: OperatorInvoice,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
