/** One coupon of the member: usable, held by an order, used, expired or void. */
import type { WalletCoupon } from "@yunjing/contract/schemas/coupons";
import { CouponTicket } from "../../../components/coupon-ticket.tsx";
import { Pressable } from "../../../components/pressable.tsx";
import { couponValue, ownCouponPath } from "../../../components/shop/coupon-value.ts";
import { navigateTo, openLink } from "../../../shell/navigate.ts";
import styles from "./coupons.module.css";

const badges = {
  today: "今天到期",
  soon: "快到期",
  new: "新到",
  locked: "占用中",
  pending: "未生效",
};

const appearances = {
  pending: "locked",
  available: "usable",
  locked: "locked",
  used: "used",
  expired: "expired",
  void: "expired",
} as const;

const orderPath = (orderNo: string): string =>
  `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}`;

/** The order that holds or used the coupon, with a link to it. */
function Held({ coupon }: { readonly coupon: WalletCoupon }) {
  const { orderNo } = coupon;
  if (orderNo === undefined) return <>{coupon.dateText}</>;
  return (
    <>
      {coupon.state === "locked" ? `订单 …${orderNo.slice(-4)} 占用，` : `${coupon.dateText}，`}
      <Pressable
        className={styles.link}
        href={orderPath(orderNo)}
        onPress={() => void navigateTo(orderPath(orderNo))}
      >
        查看订单
      </Pressable>
    </>
  );
}

export function CouponItem({ coupon }: { readonly coupon: WalletCoupon }) {
  const { state, badge, face } = coupon;
  const isUrgent = badge === "today" || badge === "soon";
  const tag = badge ? badges[badge] : state === "available" ? undefined : coupon.stateText;
  return (
    <CouponTicket
      title={coupon.title}
      value={couponValue(face)}
      threshold={face.below}
      scope={coupon.scopeText}
      until={coupon.dateText}
      isUrgent={isUrgent}
      isMember={coupon.look === "member"}
      state={appearances[state]}
      tag={tag ?? (coupon.look === "member" && state === "available" ? "会员" : undefined)}
      tagTone={
        badge === "new"
          ? "sea"
          : state === "used" || state === "expired" || state === "void"
            ? "plain"
            : undefined
      }
      {...(coupon.orderNo === undefined ? {} : { held: <Held coupon={coupon} /> })}
      action={{ text: "去使用", onPress: () => openLink(ownCouponPath(coupon)) }}
    />
  );
}
