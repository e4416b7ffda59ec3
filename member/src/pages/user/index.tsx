/** UserIndex: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserIndexPage() {
  return <ComingSoon what={["查看等级和成长值", "管理余额、积分和卡包", "找到所有工具和设置"]} />;
}
