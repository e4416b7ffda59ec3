/** UserOrdtype: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserOrdtypePage() {
  return <ComingSoon what={["随时看到取餐码", "按状态和类型找订单", "查看最近的订单"]} />;
}
