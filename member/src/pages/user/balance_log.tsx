/** UserBalanceLog: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserBalanceLogPage() {
  return <ComingSoon what={["逐月查看余额收支", "按类型筛选", "查看每笔之后的余额"]} />;
}
