/**
 * Logs the member out on the server and on this device, then opens home (M18). `everywhere=1` ends
 * the sessions on all devices. When offline, it clears the device and informs the member.
 */
import { useEffect } from "react";
import { HOME, type PageProps } from "../../routes.ts";
import { Whale } from "../../components/whale.tsx";
import { notice } from "../../shell/facade/facade.ts";
import { reLaunch } from "../../shell/navigate.ts";
import { logout } from "./login_out/logout.ts";
import styles from "./login_out.module.css";

const SERVER_UNREACHABLE = {
  title: "已在本机退出",
  content:
    "没有网络，这台手机上的登录和个人数据已清除。保持页面打开，联网后会自动在服务器上退出；关掉页面的话，服务器上的登录会在 30 天内自行失效。",
  type: "warning",
} as const;

let leaving: Promise<boolean> | undefined;

export default function LoginOutPage({ query }: PageProps) {
  const everywhere = query["everywhere"] === "1";
  useEffect(() => {
    // Runs once, however often the page renders.
    leaving ??= logout(everywhere).finally(() => {
      leaving = undefined;
    });
    void leaving.then(async (isEnded) => {
      await reLaunch(HOME);
      if (!isEnded) await notice(SERVER_UNREACHABLE);
    });
  }, [everywhere]);

  return (
    <div className={styles.leaving} role="status">
      <Whale size={72} />
      <p>正在退出登录</p>
    </div>
  );
}
