/** BenefitDetail: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function BenefitDetailPage() {
  return <ComingSoon what={["查看价格和规格", "看清使用规则", "直接购买或兑换"]} />;
}
