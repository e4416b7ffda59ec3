/** PassportLogin: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function PassportLoginPage() {
  return (
    <ComingSoon
      what={["用手机号登录", "在微信里一键登录", "回到刚才的页面"]}
      instead={{ text: "去兑换", url: "/pages/exchange/manifest" }}
    />
  );
}
