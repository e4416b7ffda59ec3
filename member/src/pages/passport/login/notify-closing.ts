/**
 * Informs a member at login that the account will be closed soon, and links to the page to withdraw
 * the request.
 */
import { confirm } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";

export async function notifyClosing(): Promise<void> {
  const yes = await confirm({
    title: "账号正在注销",
    content: "你申请了注销这个账号。在注销完成前可以撤回，账号照常使用。",
    cancelText: "知道了",
    confirmText: "去查看",
  });
  if (yes) await navigateTo("/pages/user/closing");
}
