/** BenefitSearch: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function BenefitSearchPage() {
  return <ComingSoon what={["按名称和品牌搜索", "看到热门搜索", "只看所在城市能用的"]} />;
}
