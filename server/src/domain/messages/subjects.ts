/** Subjects of messages outside the app: the text of each, and its WeChat template. */
import type { Settings } from "../../platform/settings.ts";
import { minuteOf, type Subject } from "./model.ts";
import type { Sending } from "./store/sending.ts";

type SendingText = Pick<Sending, "title" | "text" | "facts" | "createdAt">;

export type SubjectForm = {
  readonly name: string;
  readonly text: string;
  /**
   * `subscribe`: only with the member's consent, and for a one-time subscription once per consent.
   * `template`: to members who follow the account and have not refused.
   */
  readonly mode: "subscribe" | "template";
  readonly template: (settings: Settings) => string;
  /** Values by the template's keywords, each within the length WeChat allows for its type. */
  readonly data: (texts: SendingText) => Readonly<Record<string, string>>;
};

/**
 * WeChat's `thing` has at most twenty characters; `character_string` 32 digits, letters or signs.
 */
const thingValue = (text: string): string => [...text].slice(0, 20).join("") || "云鲸权益";
const characterStringValue = (text: string): string => text.slice(0, 32) || "-";

export const subjects: Readonly<Record<Subject, SubjectForm>> = {
  pickup: {
    name: "取货提醒",
    text: "取餐码、取票码和卡券发放后马上告诉你",
    mode: "subscribe",
    template: ({ wechatTemplatePickup }) => wechatTemplatePickup,
    data: ({ title, facts, createdAt }) => ({
      thing1: thingValue(facts["what"] ?? ""),
      character_string2: characterStringValue(facts["orderNo"] ?? ""),
      thing3: thingValue(title),
      time4: minuteOf(new Date(createdAt)),
    }),
  },
  refund: {
    name: "退款通知",
    text: "退款完成时告诉你",
    mode: "template",
    template: ({ wechatTemplateRefund }) => wechatTemplateRefund,
    data: ({ title, facts, createdAt }) => ({
      character_string1: characterStringValue(facts["orderNo"] ?? ""),
      thing2: thingValue(facts["what"] ?? ""),
      thing3: thingValue(title),
      time4: minuteOf(new Date(createdAt)),
    }),
  },
  withdrawal: {
    name: "提现进度",
    text: "提现待确认、到账或未成功时告诉你",
    mode: "template",
    template: ({ wechatTemplateWithdrawal }) => wechatTemplateWithdrawal,
    data: ({ title, facts, createdAt }) => ({
      thing1: thingValue(title),
      amount2: facts["amount"] || "-",
      time3: minuteOf(new Date(createdAt)),
    }),
  },
  expiring: {
    name: "到期提醒",
    text: "优惠券和积分到期前提醒你",
    mode: "subscribe",
    template: ({ wechatTemplateExpiring }) => wechatTemplateExpiring,
    data: ({ title, text, createdAt }) => ({
      thing1: thingValue(title),
      thing2: thingValue(text),
      time3: minuteOf(new Date(createdAt)),
    }),
  },
};
export const subjectNames = Object.keys(subjects).filter((name): name is Subject =>
  Object.hasOwn(subjects, name),
);
