/** The coupons of a pack below its ticket: what each takes off, where, and how many of it. */
import type { ClaimableCoupon, ClaimablePack, CouponFace } from "@yunjing/contract/schemas/coupons";
import type { ReactNode } from "react";
import { moneyText } from "../money.ts";
import styles from "./pack-contents.module.css";

/** 减 ¥5.00，满 50 可用; 8.8 折，最高减 15; 兑换，无门槛. */
function faceText({ type, valueFen = 0, rate, below }: CouponFace): string {
  const off = {
    amount: `减 ${moneyText(valueFen)}`,
    percent: `${rate} 折`,
    exchange: "兑换",
    fixed_price: `特价 ${moneyText(valueFen)}`,
  }[type];
  return `${off}，${below}`;
}

interface PackContentsProps {
  readonly title: ClaimableCoupon["title"];
  readonly pack: ClaimablePack;
  readonly isBoxed: boolean;
  /** The ticket of the whole pack. */
  readonly children: ReactNode;
}

export const PackContents = ({ title, pack, isBoxed, children }: PackContentsProps) => (
  <div className={styles.pack} data-inside={isBoxed ? "" : undefined}>
    {children}
    <ul className={styles.list} aria-label={`${title}里的券`}>
      {pack.coupons.map((coupon) => (
        <li key={`${coupon.title} ${coupon.face.below}`} className={styles.coupon}>
          <span className={styles.name}>
            <span className="text-14 ink-900">{coupon.title}</span>
            <span className="caption">
              {[faceText(coupon.face), coupon.scopeText].filter(Boolean).join("，")}
            </span>
          </span>
          <span className="text-14 ink-700 nowrap">{coupon.count} 张</span>
        </li>
      ))}
    </ul>
  </div>
);
