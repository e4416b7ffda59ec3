/** UserHelp: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserHelpPage() {
  return <ComingSoon what={["查看常见问题", "联系人工客服", "反馈使用问题"]} />;
}
