/** Values and nulls of the SQL functions of refunds. */
import Type from "typebox";
import { type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

const refundState = [
  "APPLIED",
  "APPROVED",
  "REJECTED",
  "WITHDRAWN",
  "PROCESSING",
  "SUCCESS",
  "ABNORMAL",
] as const;

/** What an approved refund begins with. */
const beginFields = {
  eventId: Type.String(),
  txnId: Type.String(),
  messageId: Type.String(),
  takenBackTitle: Type.String(),
};

export const refunds = {
  refunds_approve: {
    arguments: {
      by: object({
        reviewer: Type.String(),
        reason: Type.String(),
        limitFen: Type.Integer(),
        ...beginFields,
      }),
    },
    result: oneOf("first", ...refundState),
  },
  refunds_done: {},
  refunds_follow: { arguments: { fen: { orNull: true } } },
  refunds_give_up: {
    arguments: {
      by: object({
        to: oneOf("REJECTED", "WITHDRAWN"),
        actorKind: oneOf("member", "operator"),
        actor: Type.String(),
        reason: Type.Optional(Type.String()),
        eventId: Type.String(),
      }),
    },
  },
  refunds_open: {
    arguments: {
      refund: object({
        id: Type.String(),
        refundNo: Type.String(),
        orderId: Type.String(),
        reason: Type.String(),
        state: oneOf("APPROVED", "APPLIED"),
        evidence: Type.Array(Type.String()),
        applicant: oneOf("member", "operator", "system"),
        applicantId: orNull(Type.String()),
        ...beginFields,
      }),
      items: Type.Array(object({ itemId: Type.String(), quantity: Type.Integer() })),
    },
    result: oneOf(...refundState),
  },
} satisfies ModuleSchemas;
