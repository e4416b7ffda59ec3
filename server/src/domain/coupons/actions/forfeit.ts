/** Ends the coupons of a closed account. */
import type { Tx } from "../../../platform/database/pool.ts";
import { couponsForfeit } from "../../../sql/coupons.ts";

/** Returns how many coupons ended. */
export const forfeitCoupons = (tx: Tx, memberId: string, now: Date | null): Promise<number> =>
  couponsForfeit(tx, { member: memberId, now });
