/** Values and nulls of the SQL functions of the wallet. */
import Type from "typebox";
import { received, receiptFields } from "./payments.ts";
import { type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

/** Fen. */
const refundable = {
  principalFen: Type.Integer(),
  bonusBackFen: Type.Integer(),
  bonusSpentFen: Type.Integer(),
  refundFen: Type.Integer(),
};
/** Instants as the database formats them. */
const movedLots = Type.Array(
  object({ id: Type.String(), fen: Type.Integer(), expiresAt: Type.String() }),
);

export const wallet = {
  wallet_confirm: {},
  wallet_expire: {},
  wallet_hold: {
    result: object({ bonus: Type.Integer(), principal: Type.Integer(), reward: Type.Integer() }),
  },
  wallet_merge_in: { arguments: { lots: movedLots } },
  wallet_merge_out: { result: movedLots },
  wallet_receive: {
    arguments: {
      receipt: object({
        ...receiptFields,
        paid: object({
          attemptId: Type.String(),
          amountFen: Type.Integer(),
          paidAt: Type.String(),
          capFen: Type.Integer(),
          lotId: Type.String(),
          eventId: Type.String(),
          newsId: Type.String(),
          bonusEndsAt: Type.String(),
          title: Type.String(),
          bonusTitle: Type.String(),
        }),
      }),
    },
    result: received,
  },
  wallet_refund_done: {},
  wallet_refund_open: {
    arguments: {
      refund: object({
        id: Type.String(),
        topUpNo: Type.String(),
        refundNo: Type.String(),
        refundFen: Type.Integer(),
        returnId: Type.String(),
        eventId: Type.String(),
        returnEventId: Type.String(),
        title: Type.String(),
        bonusTitle: Type.String(),
      }),
    },
  },
  wallet_refund_sheet: {
    result: {
      orNull: object({
        ...refundable,
        state: oneOf("WAIT_PAY", "PAID", "REFUNDING", "PART_REFUNDED", "REFUNDED", "CLOSED"),
      }),
    },
  },
  wallet_refundable: { result: object(refundable) },
  wallet_topup_open: {
    arguments: {
      topup: object({
        id: Type.String(),
        topUpNo: Type.String(),
        packageId: orNull(Type.String()),
        amountFen: Type.Integer(),
        bonusFen: Type.Integer(),
        expiresAt: Type.String(),
        eventId: Type.String(),
      }),
    },
  },
  wallet_void: { result: oneOf("voided", "replay") },
} satisfies ModuleSchemas;
