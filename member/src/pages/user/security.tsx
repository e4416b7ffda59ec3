/** UserSecurity: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserSecurityPage() {
  return <ComingSoon what={["设置支付验证", "设置免验额度", "查看登录过的设备"]} />;
}
