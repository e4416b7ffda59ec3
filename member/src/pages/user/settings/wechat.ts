/** WeChat actions of the settings: link it, import nickname and picture, and unlink it. */
import type { Identities } from "@yunjing/contract/schemas/identity";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { confirm, notice, toast } from "../../../shell/facade/facade.ts";
import { openExternal } from "../../../shell/navigate.ts";

const SETTINGS = "/pages/user/settings";

const toastFailure = (failure: unknown): Promise<void> => toast(userMessageFor(failure));

/** WeChat's authorisation page opens only in WeChat. */
export async function notifyOpenInWechat(): Promise<void> {
  await notice({
    title: "在微信里绑定",
    content: "请在微信中打开云鲸权益，用手机号登录这个账号，再到设置里绑定。",
  });
}

/**
 * Returns false when the account stays linked: by choice, or because it is the only login method.
 */
export async function askToUnlink({ phone }: Identities): Promise<boolean> {
  if (phone === "") {
    await notice({
      title: "还不能解绑",
      content: "微信是现在唯一的登录方式。先绑定手机号，再解绑微信。",
    });
    return false;
  }
  return confirm({
    title: "解绑微信？",
    content: "解绑后不能再用微信登录这个账号，手机号登录不受影响。",
    confirmText: "解绑",
  });
}

const openWechatAuthorize = (purpose: "link" | "profile", stepUp?: string): Promise<void> =>
  api.identity
    .wechatAuthorize({
      purpose,
      referer: SETTINGS,
      ...(stepUp === undefined ? {} : { stepUp }),
    })
    .then(({ url }) => openExternal(url), toastFailure);

export const startWechatLink = (stepUp?: string): Promise<void> =>
  openWechatAuthorize("link", stepUp);

/** WeChat asks for permission before it shares nickname and picture. */
export const importWechatProfile = (): Promise<void> => openWechatAuthorize("profile");

export const unlinkWechat = (keep: (changed: Identities) => void, stepUp?: string): Promise<void> =>
  api.identity.wechatUnlink(stepUp === undefined ? {} : { stepUp }).then((changed) => {
    keep(changed);
    return toast("微信已解绑", { kind: "done" });
  }, toastFailure);
