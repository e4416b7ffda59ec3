/** Values and nulls of the SQL functions of payments. */
import Type from "typebox";
import { type ModuleSchemas, object, oneOf } from "./schema.ts";

/** A status update of the channel, as every function that receives one takes it. */
export const receiptFields = {
  update: object({
    state: oneOf("paid", "unpaid", "closed", "refunded"),
    source: oneOf("notice", "query", "close"),
    creditId: Type.String(),
    eventId: Type.String(),
    transactionId: Type.Optional(Type.String()),
    amountFen: Type.Optional(Type.Integer()),
    paidAt: Type.Optional(Type.String()),
  }),
  business: object({ bizType: oneOf("order", "topup"), bizId: Type.String() }),
  acceptId: Type.String(),
  returnId: Type.String(),
  refundNo: Type.String(),
  reasons: object({ late: Type.String(), second: Type.String() }),
  eventsKept: Type.Integer(),
  notice: Type.Optional(
    object({ key: Type.String(), body: Type.Record(Type.String(), Type.Unknown()) }),
  ),
};

const receivedFields = {
  was: Type.String(),
  why: Type.Optional(Type.String()),
  isReturned: Type.Optional(Type.Boolean()),
};
/** What `payments_receive_end` returns. */
export const received = object({
  change: oneOf("won", "late", "second", "repeat", "closed", "none", "conflict"),
  ...receivedFields,
});

export const payments = {
  payments_attempt_of: {
    columns: {
      bizType: oneOf("order", "topup"),
      via: oneOf("jsapi", "h5"),
      state: oneOf("CREATED", "PREPARED", "SUCCESS", "CLOSED", "FAILED"),
      prepayId: { orNull: true },
    },
  },
  payments_begin: {
    arguments: {
      attempt: object({
        id: Type.String(),
        eventId: Type.String(),
        outTradeNo: Type.String(),
        bizType: oneOf("order", "topup"),
        bizId: Type.String(),
        amountFen: Type.Integer(),
        title: Type.String(),
        via: oneOf("jsapi", "h5"),
        payerHash: Type.String(),
        payerSealed: Type.String(),
        expiresAt: Type.String(),
        lookAfterMs: Type.Integer(),
      }),
    },
    result: Type.Union([
      object({ outcome: oneOf("new", "live"), id: Type.String() }),
      object({ outcome: oneOf("other"), id: Type.Optional(Type.String()) }),
      object({ outcome: oneOf("paid") }),
    ]),
  },
  payments_receive: { arguments: { receipt: object(receiptFields) }, result: received },
  payments_returned: {
    arguments: {
      done: object({
        id: Type.String(),
        txnId: Type.String(),
        eventId: Type.String(),
        channelRefundNo: Type.String(),
      }),
    },
  },
  payments_refund_reserve: {},
  payments_refund_release: {},
} satisfies ModuleSchemas;
