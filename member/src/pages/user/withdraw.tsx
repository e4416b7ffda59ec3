/** UserWithdraw: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserWithdrawPage() {
  return <ComingSoon what={["提现佣金到微信", "查看审核进度", "看清到账时间"]} />;
}
