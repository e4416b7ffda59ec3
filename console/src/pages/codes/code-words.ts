/** The words and tones of a code's states and of its attempts. */
import type { Tone } from "../../parts/tag.tsx";

export const codeStates: Readonly<Record<string, readonly [Tone, string]>> = {
  INACTIVE: ["sand", "未激活"],
  ACTIVE: ["ok", "可兑换"],
  LOCKED: ["sea", "占用中"],
  REDEEMED: ["outline", "已兑换"],
  EXPIRED: ["outline", "已过期"],
  FROZEN: ["warn", "已冻结"],
  VOID: ["bad", "已作废"],
};

export const attemptTones: Readonly<Record<string, Tone>> = {
  opened: "sea",
  resumed: "sea",
  redeemed: "ok",
  left: "sand",
  lapsed: "sand",
  busy: "warn",
  had: "bad",
  invalid: "bad",
};
