/**
 * A claimable coupon, or a pack of several: its claimed share, why it cannot be claimed, and the link
 * to use it.
 */
import type { ClaimableCoupon } from "@yunjing/contract/schemas/coupons";
import { openLink } from "../../shell/navigate.ts";
import { CouponTicket } from "../coupon-ticket.tsx";
import { PackContents } from "./pack-contents.tsx";
import { couponUsePath, couponValue } from "./coupon-value.ts";

interface ClaimTicketProps {
  readonly coupon: ClaimableCoupon;
  readonly onClaim: (coupon: ClaimableCoupon) => Promise<void>;
  /** Inside a white card, so it draws its own edge. */
  readonly isBoxed?: boolean | undefined;
}

/** At or below this percentage, the ticket shows how much is left. */
const FEW_PERCENT = 50;

const unitOf = ({ pack }: ClaimableCoupon): string => (pack ? "份" : "张");

function progressText(coupon: ClaimableCoupon) {
  const { leftPercent, claimed, perMember, why, state } = coupon;
  const unit = unitOf(coupon);
  if (state !== "claimable") return why;
  if (leftPercent !== undefined && leftPercent <= FEW_PERCENT) return `仅剩 ${leftPercent}%`;
  if (perMember === 1) return undefined;
  return claimed === 0 ? `限领 ${perMember} ${unit}` : `已领 ${claimed} / ${perMember} ${unit}`;
}

export function ClaimTicket({ coupon, onClaim, isBoxed = false }: ClaimTicketProps) {
  const { state, face, useAt, pack } = coupon;
  const act =
    state === "claimable"
      ? {
          text: coupon.claimed > 0 ? `再领一${unitOf(coupon)}` : "领取",
          onPress: () => onClaim(coupon),
          isFirst: true,
        }
      : state === "claimed"
        ? pack
          ? { text: "看卡包", onPress: () => openLink("/pages/user/coupons") }
          : { text: "去使用", onPress: () => openLink(couponUsePath(useAt)) }
        : undefined;
  const progress = progressText(coupon);
  const ticket = (
    <CouponTicket
      title={coupon.title}
      value={pack && pack.mostFen === undefined ? { text: "券包" } : couponValue(face)}
      threshold={face.below}
      scope={coupon.scopeText}
      until={[coupon.validityText, progress].filter(Boolean).join("，")}
      isMember={coupon.look === "member"}
      state={state === "claimable" || state === "claimed" ? "usable" : "expired"}
      tag={state === "claimed" ? "已领取" : undefined}
      tagTone="ok"
      onGround={!isBoxed}
      action={act}
    />
  );
  return pack ? (
    <PackContents title={coupon.title} pack={pack} isBoxed={isBoxed}>
      {ticket}
    </PackContents>
  ) : (
    ticket
  );
}
