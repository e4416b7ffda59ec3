/** Invoices of a member's orders: what can be invoiced, the request, its state and its file. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { invoices as routes } from "../routes/invoices.ts";
import { Instant } from "../values.ts";
import { Month, Sum } from "./dealers.ts";
import { OrderNo } from "./orders.ts";

export const InvoiceTitleType = Type.Union([Type.Literal("person"), Type.Literal("company")]);
export type InvoiceTitleType = Static<typeof InvoiceTitleType>;

export const InvoiceState = Type.Union([
  Type.Literal("REQUESTED"),
  Type.Literal("ISSUING"),
  Type.Literal("ISSUED"),
  Type.Literal("FAILED"),
  Type.Literal("REJECTED"),
  Type.Literal("CANCELLED"),
  Type.Literal("REVERSING"),
  Type.Literal("REVERSED"),
]);
export type InvoiceState = Static<typeof InvoiceState>;

export const InvoiceId = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });

/** Whom the invoice is made out to. */
const buyer = {
  titleType: InvoiceTitleType,
  title: Type.String({ minLength: 2, maxLength: 100 }),
  taxNo: Type.Optional(Type.String({ maxLength: 40, description: "of a company" })),
  email: Type.Optional(Type.String({ maxLength: 100, description: "where the file is also sent" })),
};
export const InvoiceBuyer = Type.Object(buyer);
export type InvoiceBuyer = Static<typeof InvoiceBuyer>;

export const Invoice = Type.Object({
  invoiceId: Type.String(),
  orderNo: Type.Optional(Type.String({ description: "absent for a dealer's statement" })),
  /** The month of a dealer's statement: `2026-10`. */
  month: Type.Optional(Month),
  orderTitle: Type.String({ description: "the order's title, or the statement's" }),
  ...buyer,
  amountFen: Sum,
  state: InvoiceState,
  stateText: Type.String(),
  note: Type.String({ description: "what happens next or why it ended, in one sentence" }),
  officialNo: Type.Optional(Type.String({ description: "the number on the invoice" })),
  hasFile: Type.Boolean(),
  canCancel: Type.Boolean(),
  requestedAt: Instant,
  issuedAt: Type.Optional(Instant),
});
export type Invoice = Static<typeof Invoice>;

export const OrderInvoice = Type.Object({
  payableFen: Type.Integer({
    description: "of an order: paid in money and not refunded; of a statement: owed by now",
  }),
  canRequest: Type.Boolean(),
  why: Type.Optional(Type.String({ description: "why none can be requested" })),
  latest: Type.Optional(Invoice),
  lastBuyer: Type.Optional(InvoiceBuyer),
});
export type OrderInvoice = Static<typeof OrderInvoice>;

const path = { invoiceId: InvoiceId };

export const invoices = shapesOf<typeof routes>()({
  ofOrder: {
    summary: "What can be invoiced of an order, its latest invoice, and the caller's last title",
    input: Type.Object({ orderNo: OrderNo }),
    output: OrderInvoice,
    refusals: ["NOT_FOUND"],
  },
  request: {
    summary: "Request the invoice of a delivered order; there is at most one at a time",
    input: Type.Object({ orderNo: OrderNo, ...buyer }),
    output: Invoice,
    refusals: ["NOT_FOUND", "INVOICE_DENIED", "INPUT_INVALID"],
  },
  ofStatement: {
    summary:
      "What can be invoiced of the calling dealer's month, its latest invoice, the last title",
    input: Type.Object({ month: Month }),
    output: OrderInvoice,
    refusals: ["NOT_FOUND"],
  },
  requestStatement: {
    summary: "Request the invoice of a dealer's month that is over; there is at most one at a time",
    input: Type.Object({ month: Month, ...buyer }),
    output: Invoice,
    refusals: ["NOT_FOUND", "INVOICE_DENIED", "INPUT_INVALID"],
  },
  list: {
    summary: "The caller's invoices, newest first",
    input: Type.Object({
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      list: Type.Array(Invoice),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["BAD_REQUEST"],
  },
  cancel: {
    summary: "Take back a request that waits for a decision",
    input: Type.Object(path),
    output: Invoice,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  file: {
    summary: "The issued invoice as a PDF, for the member of the order only",
    input: Type.Object(path),
    output: Type.Unsafe<AsyncIterable<Uint8Array>>(Type.String({ format: "binary" })),
    refusals: ["NOT_FOUND"],
    bytes: { type: "application/pdf", cacheSeconds: 0 },
  },
});
