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

export const cardStates: Readonly<Record<string, readonly [Tone, string]>> = {
  READY: ["ok", "未查看"],
  REVEALED: ["sea", "已查看"],
  MARKED_USED: ["outline", "已用"],
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

/** Why a session ended: the server's word for each cause. */
const ends: Readonly<Record<string, string>> = {
  "phone changed": "更换手机号",
  closed: "账户注销",
  merged: "账户合并",
  "account frozen": "账户冻结",
  "phone rebound": "人工换绑",
  logout: "退出登录",
  "refresh token reused": "登录凭证被重复使用",
  "authenticator reset": "重置验证器",
  "operator disabled": "停用运营账号",
  "ended by an administrator": "管理员下线",
  "ended by an operator": "客服下线",
};

export const endedText = (why: string | undefined): string =>
  why === undefined ? "—" : (ends[why] ?? why);
