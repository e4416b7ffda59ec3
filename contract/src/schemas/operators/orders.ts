/** The operators' list of orders, one order, and their actions on it. Money in fen, instants in ms. */
import Type from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorOrders as routes } from "../../routes/operators/orders.ts";
import { Fen, Instant, Nothing, Points, RegionCode, Token } from "../../values.ts";
import { DisplayState, OrderKind } from "../orders.ts";
import { OrderDetail, OrderRow } from "./order-views.ts";

const OrderNo = Type.String({ pattern: "^\\d{16,20}$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });
const OutNo = Type.String({ pattern: "^[0-9A-Za-z_-]{8,32}$" });
const RefundNo = Type.String({ pattern: "^[0-9A-Za-z_-]{6,64}$" });
const Id = Type.String({ minLength: 36, maxLength: 36 });
const Tender = Type.Union([
  Type.Literal("cash"),
  Type.Literal("balance"),
  Type.Literal("points"),
  Type.Literal("coupon"),
  Type.Literal("code"),
]);

const Units = Type.Array(
  Type.Object({ itemId: Id, quantity: Type.Integer({ minimum: 1, maximum: 99 }) }),
  {
    minItems: 1,
    maxItems: 20,
  },
);
const reasoned = Type.Object({ orderNo: OrderNo, reason: Reason });
const stateOf = Type.Object({ state: Type.String() });

/** The order of the list: by the time of the order or by what is to be paid. */
const OrderSort = Type.Union([
  Type.Literal("newest"),
  Type.Literal("oldest"),
  Type.Literal("amountDown"),
  Type.Literal("amountUp"),
]);

export const operatorOrders = shapesOf<typeof routes>()({
  list: {
    summary:
      "Orders, newest first unless sorted; without a member or a number at most 31 days at once",
    input: Type.Object({
      /** An order number, our number at a supplier, or the supplier's number. */
      no: Type.Optional(Type.String({ pattern: "^[0-9A-Za-z_-]{8,64}$" })),
      display: Type.Optional(DisplayState),
      kind: Type.Optional(OrderKind),
      source: Type.Optional(Type.Union([Type.Literal("code"), Type.Literal("shop")])),
      supplierId: Type.Optional(Type.String({ maxLength: 40 })),
      tender: Type.Optional(Tender),
      fromFen: Type.Optional(Fen),
      toFen: Type.Optional(Fen),
      memberNo: Type.Optional(Type.String({ pattern: "^\\d{9}$" })),
      benefitId: Type.Optional(Type.String({ maxLength: 64 })),
      /** A city as of `operatorHomePage.cities`; an order without a known city is in none. */
      cityCode: Type.Optional(RegionCode),
      batchId: Type.Optional(Id),
      campaignId: Type.Optional(Type.String({ maxLength: 64 })),
      /** Default: 24 hours before `to`. */
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
      /** By amount at most 7 days at once. */
      sort: Type.Optional(OrderSort),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({ list: Type.Array(OrderRow), nextCursor: Type.Optional(Type.String()) }),
    refusals: ["INPUT_INVALID"],
  },
  detail: {
    summary: "One order with everything about it; audited",
    input: Type.Object({ orderNo: OrderNo }),
    output: OrderDetail,
    refusals: ["NOT_FOUND"],
  },
  exchange: {
    summary: "One call to or from a supplier with its answer, without secrets; audited",
    input: Type.Object({ ref: Token }),
    output: Type.Object({
      ref: Type.String(),
      outNo: Type.String(),
      supplierId: Type.String(),
      at: Instant,
      what: Type.String(),
      tookMs: Type.Integer({ minimum: 0 }),
      outcome: Type.String(),
      httpStatus: Type.Optional(Type.Integer()),
      request: Type.String(),
      answer: Type.String(),
    }),
    refusals: ["NOT_FOUND"],
  },
  ask: {
    summary: "Queries the supplier now, within its limits",
    input: reasoned,
    output: stateOf,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  cancelAtSupplier: {
    summary: "Cancels at the supplier by our number; only its definite answer ends the order",
    input: reasoned,
    output: stateOf,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  toDesk: {
    summary: "Moves an order without a definite answer to the manual queue",
    input: reasoned,
    output: stateOf,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  close: {
    summary: "Cancels an unpaid order",
    input: reasoned,
    output: stateOf,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "PAY_PENDING", "OWN_ACCOUNT"],
  },
  resend: {
    summary: "Sends the order's messages again by the channels that gave up, once for each key",
    input: reasoned,
    output: Type.Object({ sent: Type.Integer() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  note: {
    summary: "Adds a note that only operators read",
    input: Type.Object({ orderNo: OrderNo, text: Reason }),
    output: Nothing,
    refusals: ["NOT_FOUND"],
  },
  reroute: {
    summary:
      "Orders what definitely failed from another supplier, under a new number; refused while " +
      "the result is unknown",
    input: Type.Object({
      orderNo: OrderNo,
      outNo: OutNo,
      supplierId: Type.String({ maxLength: 40 }),
      reason: Reason,
    }),
    output: Type.Object({ outNo: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID", "OWN_ACCOUNT"],
  },
  refundPreview: {
    summary: "What a refund of these units would return and take back; changes nothing",
    input: Type.Object({
      orderNo: OrderNo,
      items: Units,
      /** Previews this waiting refund with these units instead of its own. */
      refundNo: Type.Optional(RefundNo),
    }),
    output: Type.Object({
      cashFen: Fen,
      balanceFen: Fen,
      points: Points,
      takenBack: Type.Array(Type.String()),
      needsTwo: Type.Boolean(),
      warnings: Type.Array(Type.String()),
    }),
    refusals: ["NOT_FOUND", "REFUND_DENIED", "ORDER_STATE", "STATE_CHANGED"],
  },
  refund: {
    summary:
      "Refunds units of an order; above a limit the refund waits for another operator's approval",
    input: Type.Object({
      orderNo: OrderNo,
      items: Units,
      reason: Reason,
      /** Of the preview; another amount now is refused. */
      expectedFen: Fen,
    }),
    output: Type.Object({ refundNo: Type.String(), state: Type.String() }),
    refusals: ["NOT_FOUND", "REFUND_DENIED", "REFUND_CHANGED", "ORDER_STATE", "OWN_ACCOUNT"],
  },
  compensate: {
    summary: "Gives the member a coupon or points; above a limit it is only proposed",
    input: Type.Object({
      orderNo: OrderNo,
      kind: Type.Union([Type.Literal("coupon"), Type.Literal("points")]),
      templateId: Type.Optional(Type.String({ maxLength: 64 })),
      points: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      reason: Reason,
    }),
    output: Type.Object({ state: Type.String(), approvalId: Type.Optional(Type.String()) }),
    refusals: [
      "NOT_FOUND",
      "STATE_CHANGED",
      "INPUT_INVALID",
      "OWN_ACCOUNT",
      "CLAIM_OVER",
      "ADJUST_LIMIT",
    ],
  },
});
