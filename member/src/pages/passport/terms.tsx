/** PassportTerms: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function PassportTermsPage() {
  return <ComingSoon what={["阅读用户协议", "阅读隐私政策", "查看历史版本"]} />;
}
