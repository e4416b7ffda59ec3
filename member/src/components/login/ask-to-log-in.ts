/**
 * Asks a visitor of a public page to log in. In WeChat it opens the login identity dialog over the
 * page, and one tap leads to WeChat's page and back (D07); elsewhere it opens the login page.
 */
import { platform } from "../../device/platform.ts";
import { loadApi } from "../../load-api.ts";
import { loginIdentity } from "../../shell/facade/facade.ts";
import { openExternal } from "../../shell/navigate.ts";

const BY_WECHAT = "微信一键登录";
const BY_PHONE = "手机号登录";

/**
 * Never resolves, because the page is left; the dialog shows the error when WeChat's address cannot
 * be fetched.
 */
async function goToWechat(back: string): Promise<never> {
  const { passport } = await loadApi();
  const { url } = await passport.wechatAuthorize({ referer: back });
  openExternal(url, { replace: true });
  return new Promise<never>(() => {});
}

/** `back` is the in-app path to return to; `instead` opens the login page. */
export async function askToLogIn(back: string, instead: () => unknown): Promise<void> {
  if (platform() !== "mp-weixin-web") {
    await instead();
    return;
  }
  const pressed = await loginIdentity({
    title: "登录后继续",
    buttons: [
      { text: BY_WECHAT, icon: "wechat", color: "main", handler: () => goToWechat(back) },
      { text: BY_PHONE, icon: "phone", color: "line" },
    ],
    terms: [
      { name: "《用户协议》", type: "user" },
      { name: "《隐私政策》", type: "privacy" },
    ],
  });
  if (pressed === BY_PHONE) await instead();
}
