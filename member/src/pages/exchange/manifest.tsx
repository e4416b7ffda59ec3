/** ExchangeManifest: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function ExchangeManifestPage() {
  return <ComingSoon what={["输入或粘贴兑换码", "先看能兑什么再确认", "不登录也能兑换"]} />;
}
