/** InviteReward: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function InviteRewardPage() {
  return <ComingSoon what={["查看邀请的好友", "看到每笔奖励的状态", "知道到账日期"]} />;
}
