/** UserMessages: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserMessagesPage() {
  return <ComingSoon what={["查看订单和资产通知", "分类阅读", "一键全部已读"]} />;
}
