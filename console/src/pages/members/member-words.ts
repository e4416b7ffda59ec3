/** The words and tones of a member's states, shared by the list and the member's page. */
import type { Tone } from "../../parts/tag.tsx";

export const memberStates: Readonly<Record<string, readonly [Tone, string]>> = {
  ACTIVE: ["ok", "正常"],
  RESTRICTED: ["warn", "受限"],
  FROZEN: ["bad", "已冻结"],
  CANCELLING: ["sand", "注销中"],
  CANCELLED: ["outline", "已注销"],
};

export const couponStates: Readonly<Record<string, readonly [Tone, string]>> = {
  PENDING: ["sand", "未开始"],
  AVAILABLE: ["ok", "可用"],
  LOCKED: ["sea", "占用中"],
  USED: ["outline", "已用"],
  EXPIRED: ["outline", "已过期"],
  VOID: ["bad", "已作废"],
};

export const eventWords: Readonly<Record<string, string>> = {
  registered: "注册",
  phone_changed: "更换手机号",
  phone_bound: "绑定手机号",
  phone_revealed: "查看手机号",
  restricted: "限制账户",
  account_frozen: "冻结账户",
  restriction_lifted: "解除限制",
  sessions_ended: "全部下线",
};
