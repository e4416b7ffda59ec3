/** Routes of the ways to log in to an account: the phone, and WeChat. */
import { routesOf } from "../operation.ts";

export const identity = routesOf({
  list: { method: "GET", path: "/member/identities", caller: "member" },
  wechatAuthorize: {
    method: "POST",
    path: "/member/identities/wechat/authorize",
    caller: "member",
  },
  wechatReturn: { method: "POST", path: "/member/identities/wechat", caller: "member" },
  wechatUnlink: { method: "POST", path: "/member/identities/wechat/unlink", caller: "member" },
  phoneSend: { method: "POST", path: "/member/identities/phone/send", caller: "member" },
  phoneBind: { method: "POST", path: "/member/identities/phone", caller: "member" },
  phoneChangeSend: {
    method: "POST",
    path: "/member/identities/phone/change/send",
    caller: "member",
  },
  phoneChange: { method: "POST", path: "/member/identities/phone/change", caller: "member" },
});
