/** UserScoreLog: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserScoreLogPage() {
  return <ComingSoon what={["逐月查看积分收支", "查看每笔来自哪一单", "看到待入账的日期"]} />;
}
