/** Values and nulls of the SQL functions of the ledger. */
import Type from "typebox";
import { type ModuleSchemas, object, oneOf } from "./schema.ts";

const asset = oneOf("CNY", "PTS");
const amount = Type.Integer();
const transfers = Type.Array(
  object({
    asset,
    debit: Type.String(),
    credit: Type.String(),
    amount,
    party: Type.Optional(Type.String()),
  }),
);
const targets = Type.Array(
  object({ credit: Type.String(), amount, party: Type.Optional(Type.String()) }),
);
const posting = { attributes: { orderId: { orNull: true } } } as const;
const posted = oneOf("posted", "replay");

export const ledger = {
  ledger_post: { arguments: { posting, transfers }, result: posted },
  ledger_reverse: { arguments: { posting }, result: posted },
  ledger_hold: {
    arguments: { hold: { attributes: { asset, orderId: { orNull: true } } } },
    result: oneOf("held", "replay"),
  },
  ledger_confirm: { arguments: { to: targets }, result: oneOf("confirmed", "replay") },
  ledger_void: { result: oneOf("voided", "replay") },
  ledger_lock_member: {},
  ledger_close: {},
  ledger_freeze: { arguments: { asset } },
  ledger_thaw: { arguments: { asset } },
} satisfies ModuleSchemas;
