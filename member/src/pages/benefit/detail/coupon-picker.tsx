/**
 * Sheet to choose a coupon: usable coupons first with the best one marked, then the others with the
 * reason why they cannot be used.
 */
import type { Quote } from "@yunjing/contract/schemas/buying";
import { useState } from "react";
import { formatDate } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { moneyText } from "../../../components/money.ts";
import { Tag } from "../../../components/tag.tsx";
import { CheckMark } from "../../../components/checkbox.tsx";
import styles from "./confirm.module.css";

interface CouponPickerProps {
  readonly coupons: Quote["coupons"];
  readonly onChoose: (couponIds: readonly string[]) => void;
  readonly onClose: () => void;
}

const NONE = "none";

export function CouponPicker({ coupons, onChoose, onClose }: CouponPickerProps) {
  const [id, setId] = useState(coupons.chosen[0] ?? NONE);
  const { usable, unusable, best } = coupons;
  const chosen = usable.find(({ couponId }) => couponId === id);
  return (
    <FlowSheet
      reason="choosing a coupon"
      title="选择优惠券"
      onClose={onClose}
      foot={
        usable.length > 0 && (
          <Button appearance="sea" block onPress={() => onChoose(chosen ? [chosen.couponId] : [])}>
            {chosen ? `用这张，减 ${moneyText(chosen.offFen)}` : "这单不用券"}
          </Button>
        )
      }
    >
      {usable.length + unusable.length === 0 && (
        <EmptyState title="还没有优惠券" note="可以到领券中心看看" />
      )}
      {usable.length > 0 && (
        <fieldset className={styles.picks} aria-label="可用优惠券">
          {[...usable, { couponId: NONE, title: "不使用优惠券" }].map((coupon) => (
            <label key={coupon.couponId} className={styles.pick}>
              <input
                className="touch-cover"
                type="radio"
                name="coupon"
                checked={id === coupon.couponId}
                onChange={() => setId(coupon.couponId)}
              />
              {"offFen" in coupon && (
                <span className={styles.off}>−{moneyText(coupon.offFen, "shop")}</span>
              )}
              <span className="grid gap-half grow">
                <span className={styles.pickTitle}>
                  {coupon.title}
                  {best.includes(coupon.couponId) && <Tag tone="sea">最优</Tag>}
                </span>
                {"text" in coupon && (
                  <span className="caption">
                    {coupon.text}，{formatDate(coupon.endsAt)} 到期
                  </span>
                )}
              </span>
              <CheckMark isOn={id === coupon.couponId} />
            </label>
          ))}
        </fieldset>
      )}
      {unusable.length > 0 && (
        <section aria-label="不可用优惠券">
          <h3 className={styles.unusableTitle}>本单不可用 {unusable.length} 张</h3>
          <ul className={styles.picks}>
            {unusable.map((coupon) => (
              <li key={coupon.couponId} className={styles.pick} data-shut="">
                <span className="grid gap-half grow">
                  <span className={styles.pickTitle}>{coupon.title}</span>
                  <span className="caption">
                    {coupon.text}，{formatDate(coupon.endsAt)} 到期
                  </span>
                  <span className="text-12 warn-700">{coupon.why}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </FlowSheet>
  );
}
