/** UserTopup: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserTopupPage() {
  return <ComingSoon what={["选择充值套餐", "先看充后余额再支付", "看清赠送规则"]} />;
}
