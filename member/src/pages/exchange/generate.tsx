/** ExchangeGenerate: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function ExchangeGeneratePage() {
  return <ComingSoon what={["创建兑换码批次", "提交另一人审核", "查看兑换进度"]} />;
}
