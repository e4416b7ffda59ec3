/** Leaving: logging out here or everywhere, and what cancelling the account will need. */
import { notice } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";

const LOGOUT = "/pages/passport/login_out";

/** Asks which logins end; dismissed, none does. */
export async function askToLeave(): Promise<void> {
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

/** There is no operation for it yet, so nothing is taken in; the conditions are told. */
export async function tellCancelling(): Promise<void> {
  await notice({
    title: "注销账号",
    content: [
      "自助注销即将开通，现在还不能提交。",
      "开通后需要先做到：",
      "没有处理中的订单和退款",
      "余额已用完或已退回",
      "确认放弃积分、优惠券和卡券",
      "提交后有 7 天冷静期，可以撤回。",
    ].join("\n"),
  });
}
