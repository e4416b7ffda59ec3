/** Values and nulls of the SQL functions of coupons. */
import Type from "typebox";
import { type ModuleSchemas, object, oneOf, orNull } from "./schema.ts";

/** Coupons on their way to another member: `coupons_merge_out` writes, `coupons_merge_in` reads. */
const movedCoupons = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** What of a coupon's rules can bar a member; the other rules are about the basket. */
const couponRules = object({
  firstOrder: Type.Optional(Type.Boolean()),
  channels: Type.Optional(Type.Array(Type.String())),
  oncePerPerson: Type.Optional(Type.Boolean()),
});

/** The limit of each bucket; null where there is none. */
const bucketLimits = Type.Array(orNull(Type.Integer()));

export const coupons = {
  coupons_barred: {
    arguments: { rules: couponRules, order: { orNull: true } },
    result: {
      orNull: oneOf(
        "coupon_first_order",
        "coupon_channel_web",
        "coupon_channel_wechat",
        "coupon_once",
      ),
    },
  },
  coupons_grant: { result: oneOf("granted", "replay") },
  coupons_forfeit: {},
  coupons_lock: {},
  coupons_raise_limits: {},
  coupons_spread: { arguments: { stock: bucketLimits, spend: bucketLimits } },
  coupons_state: {
    arguments: { lockUntil: { orNull: true }, revokedAt: { orNull: true } },
    result: oneOf("used", "locked", "void", "expired", "pending", "available"),
  },
  coupons_use: {},
  coupons_revoke: {},
  coupons_merge_out: { result: movedCoupons },
  coupons_merge_in: { arguments: { coupons: movedCoupons } },
} satisfies ModuleSchemas;
