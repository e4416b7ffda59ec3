/** Values and nulls of the SQL functions of coupons. */
import Type from "typebox";
import { type ModuleSchemas, oneOf } from "./schema.ts";

/** Coupons on their way to another member: `coupons_merge_out` writes, `coupons_merge_in` reads. */
const movedCoupons = Type.Array(Type.Record(Type.String(), Type.Unknown()));

export const coupons = {
  coupons_grant: { result: oneOf("granted", "replay") },
  coupons_forfeit: {},
  coupons_lock: {},
  coupons_state: {
    arguments: { lockUntil: { orNull: true }, revokedAt: { orNull: true } },
    result: oneOf("used", "locked", "void", "expired", "pending", "available"),
  },
  coupons_use: {},
  coupons_revoke: {},
  coupons_merge_out: { result: movedCoupons },
  coupons_merge_in: { arguments: { coupons: movedCoupons } },
} satisfies ModuleSchemas;
