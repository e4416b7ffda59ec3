/** BizGo: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function BizGoPage() {
  return <ComingSoon what={["前往出行和外卖伙伴", "失败时看到原因", "回到云鲸权益"]} />;
}
