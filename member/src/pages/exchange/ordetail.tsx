/** ExchangeOrdetail: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function ExchangeOrdetailPage() {
  return <ComingSoon what={["出示取餐码", "查看进度和门店", "断网也能查看"]} />;
}
