/** UserSettings: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function UserSettingsPage() {
  return (
    <ComingSoon
      what={["修改昵称和头像", "查看协议", "退出登录或注销账号"]}
      instead={{ text: "退出登录", url: "/pages/passport/login_out" }}
    />
  );
}
