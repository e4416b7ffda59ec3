/** DevopDebug: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function DevopDebugPage() {
  return <ComingSoon what={["查看版本和环境", "查看本机存储", "打开调试台"]} />;
}
