/** UserCoupons: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserCouponsPage() {
  return (
    <ComingSoon
      what={["查看优惠券和卡券", "快过期的排在最前", "用兑换码添加卡券"]}
      instead={{ text: "去兑换", url: "/pages/exchange/manifest" }}
    />
  );
}
