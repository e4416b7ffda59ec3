/** Logout dialog: on this phone or on all devices. */
import { notice } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";

const LOGOUT = "/pages/passport/login_out";

/** Asks which sessions to end; when dismissed, none. */
export async function askLogout(): Promise<void> {
  const chosen = await notice({
    title: "退出登录？",
    content: "这台手机上的登录和个人数据会清除，兑换码和取餐链接仍能打开。",
    buttons: [
      { text: "退出这台手机", value: "here" },
      { text: "退出所有设备", value: "everywhere" },
      { text: "取消", value: "stay" },
    ],
  });
  if (chosen === "here") await navigateTo(LOGOUT);
  if (chosen === "everywhere") await navigateTo(`${LOGOUT}?everywhere=1`);
}
