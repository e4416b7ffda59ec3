/** CouponCenter: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function CouponCenterPage() {
  return <ComingSoon what={["领取优惠券", "看清门槛和有效期", "领完直接去使用"]} />;
}
