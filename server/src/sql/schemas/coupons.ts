/** Values and nulls of the SQL functions of coupons. */
import Type from "typebox";
import { type ModuleSchemas, oneOf, orNull } from "./schema.ts";

/** Coupons on their way to another member: `coupons_merge_out` writes, `coupons_merge_in` reads. */
const movedCoupons = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** The rules of a coupon, as its template or the coupon's copy holds them. */
const couponRules = Type.Record(Type.String(), Type.Unknown());

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
