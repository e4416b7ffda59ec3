/** ExchangeKfc: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function ExchangeKfcPage() {
  return (
    <ComingSoon
      what={["选门店和餐品", "预约取餐时间", "拿到取餐码"]}
      instead={{ text: "去兑换", url: "/pages/exchange/manifest" }}
    />
  );
}
