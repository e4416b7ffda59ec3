/** Values, JSON shapes and nulls of the SQL functions of members. */
import Type from "typebox";
import { type ModuleSchemas, orNull, object, oneOf, storedValue } from "./schema.ts";

const cancelling = oneOf("ACTIVE", "CANCELLING");
const LockedMember = object({
  memberId: Type.String(),
  status: Type.String(),
  hasPhone: Type.Boolean(),
  mergedInto: orNull(Type.String()),
  isOperator: Type.Boolean(),
  appIds: Type.Array(Type.String()),
});
/** `sealed` (base64) and `mask` are the previous phone's. */
const PhoneChange = Type.Union([
  object({ outcome: Type.Literal("changed"), sealed: Type.String(), mask: Type.String() }),
  object({ outcome: Type.Literal("early"), untilMs: Type.Integer() }),
  object({ outcome: oneOf("taken", "same", "none") }),
]);

export const members = {
  members_change_cancelling: { arguments: { from: cancelling, to: cancelling } },
  members_close: {},
  members_created_at: { result: { orNull: true } },
  members_erase: {},
  members_idempotency_reserve: {
    columns: { outcome: oneOf("taken", "replay", "reused"), result: { orNull: storedValue } },
  },
  members_identity_claim: {},
  members_identity_store: { arguments: { unionid: { orNull: true } } },
  members_identity_unlink: {},
  members_is_closed: {},
  members_is_returning: {},
  members_lock: { result: { orNull: LockedMember } },
  members_mark_returning: {},
  members_money_cooldown_until: { result: { orNull: true } },
  members_phone_bind: { result: oneOf("bound", "taken", "another") },
  members_phone_change: { result: PhoneChange },
  members_refuse_merged: {},
  members_state_consume: {},
} satisfies ModuleSchemas;
