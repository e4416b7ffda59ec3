/** Values and nulls of the SQL functions of withdrawals. */
import Type from "typebox";
import { type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

const check = object({ name: Type.String(), isGood: Type.Boolean(), text: Type.String() });

export const withdrawals = {
  withdrawals_apply: {
    arguments: {
      update: object({
        state: oneOf(
          "accepted",
          "processing",
          "wait_confirm",
          "transferring",
          "success",
          "failed",
          "cancelling",
          "cancelled",
        ),
        amountFen: orNull(Type.Integer()),
        transferNo: orNull(Type.String()),
        package: orNull(Type.String()),
        /** The channel's code of a failure, and what the member reads about it. */
        code: Type.Optional(orNull(Type.String())),
        reason: Type.Optional(Type.String()),
        title: Type.String(),
        eventId: Type.String(),
        txnId: Type.String(),
      }),
    },
    result: object({
      change: oneOf("success", "returned", "waiting", "none", "conflict"),
      why: Type.Optional(Type.String()),
      was: Type.String(),
    }),
  },
  withdrawals_approve: {
    arguments: {
      by: object({
        reviewer: Type.String(),
        reason: Type.String(),
        limitFen: Type.Integer(),
        eventId: Type.String(),
        messageId: Type.String(),
        outBillNo: Type.String(),
      }),
    },
    result: oneOf("first", "PAYING"),
  },
  withdrawals_create: {
    arguments: {
      wish: object({
        id: Type.String(),
        withdrawalNos: Type.Array(Type.String()),
        amountFen: Type.Integer(),
        feeFen: Type.Integer(),
        payeeHash: Type.String(),
        payeeSealed: Type.String(),
        nameSealed: orNull(Type.String()),
        checks: Type.Array(check),
        payeeTexts: object({ own: Type.String(), shared: Type.String() }),
        title: Type.String(),
        eventId: Type.String(),
        messageId: Type.String(),
        outBillNo: Type.String(),
      }),
      limits: object({
        perDay: Type.Integer(),
        monthFen: Type.Integer(),
        autoFen: Type.Integer(),
      }),
    },
    result: oneOf("PAYING", "REVIEWING"),
  },
  withdrawals_left: {
    arguments: { limits: object({ perDay: Type.Integer(), monthFen: Type.Integer() }) },
    result: object({ today: Type.Integer(), monthFen: Type.Integer() }),
  },
  withdrawals_return: {
    arguments: {
      by: object({
        to: oneOf("CANCELLED", "REJECTED", "FAILED"),
        actorKind: oneOf("member", "operator", "channel"),
        actor: Type.String(),
        reason: Type.Optional(Type.String()),
        eventId: Type.String(),
        txnId: Type.String(),
      }),
    },
  },
  withdrawals_take_look: {},
} satisfies ModuleSchemas;
