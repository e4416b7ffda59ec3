/** UserScore: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserScorePage() {
  return <ComingSoon what={["用积分兑换好物", "每天签到得积分", "看到即将过期的积分"]} />;
}
