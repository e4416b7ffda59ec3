/** UserOrders: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserOrdersPage() {
  return <ComingSoon what={["按类型和状态筛选", "按名称或单号搜索", "一步去支付或再来一单"]} />;
}
