/**
 * Logs the member out on the server and on this device, then goes home (M18); offline it does its
 * half and says so.
 */
import { useEffect } from "react";
import { api } from "../../api.ts";
import { isAnswered } from "../../device/failure.ts";
import { forgetAll } from "../../device/storage.ts";
import { dropToken, tokenState } from "../../device/token.ts";
import { HOME } from "../../pages.ts";
import { Whale } from "../../parts/whale.tsx";
import { toast } from "../../shell/facade/facade.ts";
import { reLaunch } from "../../shell/navigate.ts";
import styles from "./login_out.module.css";

/** True when the server ended the session, or knows none; false when it could not be reached. */
const endSession = (): Promise<boolean> =>
  tokenState() === "missing"
    ? Promise.resolve(true)
    : api.passport.logout({}).then(() => true, isAnswered);

let leaving: Promise<boolean> | undefined;

export default function LoginOutPage() {
  useEffect(() => {
    // Once, however often the page is drawn.
    leaving ??= endSession().finally(() => {
      leaving = undefined;
    });
    void leaving.then(async (isEnded) => {
      dropToken();
      forgetAll();
      await reLaunch(HOME);
      if (!isEnded) await toast("已在本机退出，联网后请再退出一次", { kind: "failed" });
    });
  }, []);

  return (
    <div className={styles.leaving} role="status">
      <Whale size={72} />
      <p>正在退出登录</p>
    </div>
  );
}
