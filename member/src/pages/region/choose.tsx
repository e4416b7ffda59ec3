/** RegionChoose: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function RegionChoosePage() {
  return <ComingSoon what={["选择城市和门店", "按拼音首字母查找", "管理收货地址"]} />;
}
