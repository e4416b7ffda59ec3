/** Message templates: one table of event kinds with topic, texts, channels and urgency. */
import { ownValue } from "@yunjing/contract/own-value";
import { SUPPORT_CONTACT_FALLBACK } from "../../platform/support-contact.ts";
import type { DomainEvent } from "../../platform/jobs/domain-events.ts";
import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import { type Draft, minuteOf, yuanOf } from "./model.ts";
import { closingTemplates } from "./closing-templates.ts";
import { PICKUP } from "./pickup.ts";
import { type Facts, type Template, minuteText, dataText } from "./template.ts";

/** Store names in the suppliers' data are longer than on the sign. */
const STORE_MAX = 40;

const titleOf = ({ order }: Facts): string => (order ? `「${order.title.slice(0, 60)}」` : "订单");
const orderLink = ({ order }: Facts): string | undefined =>
  order && `/pages/exchange/ordetail?orderNo=${encodeURIComponent(order.orderNo)}`;
const fenOf = ({ data }: Facts, name = "amountFen"): number => Number(ownValue(data, name) ?? 0);
const amountText = (facts: Facts): string => (fenOf(facts) > 0 ? ` ${yuanOf(fenOf(facts))}` : "");
const withdrawalLink = (facts: Facts): string =>
  `/pages/user/withdraw?no=${encodeURIComponent(dataText(facts, "withdrawalNo"))}`;

const deliveryOf = (facts: Facts) => deliveryKindOf(dataText(facts, "delivery"));
const deliveryTextOf = (facts: Facts) =>
  deliveryOf(facts)?.message ?? { title: "订单已完成", text: "已完成。" };

const isMeal = (facts: Facts): boolean => deliveryOf(facts)?.supply === "meal";

/** For example 取餐码 838121，肯德基人民广场店，11-22 12:15 取餐。 */
function mealText({ order }: Facts): string {
  const { store, from } = order?.pickup ?? {};
  const place = store === undefined ? "" : `，${store.slice(0, STORE_MAX)}`;
  const when = from === undefined ? "，到店取餐" : `，${minuteOf(new Date(from)).slice(5)} 取餐`;
  return `${PICKUP}${place}${when}。`;
}

const readyKeyOf = ({ ref }: Facts): string => `order.ready:${ref}`;

/** For the inviter and for the invitee. */
const rewardText = (facts: Facts): string => {
  if (facts.data["points"] !== undefined) return `${dataText(facts, "points")} 积分`;
  return fenOf(facts) > 0 ? `现金奖励${amountText(facts)}` : "优惠券";
};

/** Where a refund was paid: only the part refunded by a channel takes the channel's time. */
function refundTargetText(facts: Facts): string {
  const [amountFen, cashFen] = [fenOf(facts), fenOf(facts, "cashFen")];
  if (facts.data["cashFen"] === undefined) return "。";
  if (cashFen === 0) return amountFen === 0 ? "，可在积分明细查看。" : "余额，现在就能用。";
  const channel = ` ${yuanOf(cashFen)} 退到微信支付，到账时间以支付渠道为准`;
  return cashFen === amountFen
    ? "微信支付，到账时间以支付渠道为准。"
    : `：其中${channel}，其余已退回余额。`;
}

const orderTemplates = {
  "order.issued": {
    topic: "order",
    urgency: "now",
    sms: "asked",
    subject: "pickup",
    once: readyKeyOf,
    isForContact: isMeal,
    hasPickup: isMeal,
    title: (facts) => deliveryTextOf(facts).title,
    text: (facts) =>
      isMeal(facts) ? mealText(facts) : `${titleOf(facts)}${deliveryTextOf(facts).text}`,
    link: orderLink,
  },
  // An order whose codes were already sent gets no second message when it is done.
  "order.done": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    once: readyKeyOf,
    title: "订单已完成",
    text: (facts) => `${titleOf(facts)}已完成，感谢使用云鲸权益。`,
    link: orderLink,
  },
  "order.manual": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    title: "订单正在人工处理",
    text: (facts) => `${titleOf(facts)}出码较慢，已由专人跟进；未成功会自动退回，无需操作。`,
    link: orderLink,
  },
  "order.returned": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    title: "兑换码已退回",
    text: (facts) => `${titleOf(facts)}未能办理，兑换码已恢复，可重新兑换。`,
    link: orderLink,
  },
  "order.closed_late": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    title: "付款较晚，款项原路退回",
    text: (facts) => `${titleOf(facts)}已关闭，你支付的${amountText(facts)}将原路退回。`,
    link: orderLink,
    once: ({ ref, data }) => `order.closed_late:${ref}:${String(data["attemptId"] ?? "")}`,
  },
  "order.refunded": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    subject: "refund",
    title: "退款已完成",
    text: (facts) => `${titleOf(facts)}的退款${amountText(facts)}已退回${refundTargetText(facts)}`,
    link: orderLink,
    once: ({ ref, data }) => `order.refunded:${String(data["refundId"] ?? ref)}`,
  },
} as const satisfies Record<string, Template>;

const assetTemplates = {
  "topup.done": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    title: "充值已到账",
    text: (facts) =>
      `余额充值${amountText(facts)}已到账${fenOf(facts, "bonusFen") > 0 ? `，另赠 ${yuanOf(fenOf(facts, "bonusFen"))}` : ""}。`,
    link: () => "/pages/user/wallet",
  },
  "withdrawal.waiting": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    subject: "withdrawal",
    title: "提现待你确认",
    text: (facts) => `你的提现${amountText(facts)}已通过，请在 24 小时内到微信确认收款。`,
    link: withdrawalLink,
  },
  "withdrawal.done": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    subject: "withdrawal",
    title: "提现已到账",
    text: (facts) => `你的提现${amountText(facts)}已到账微信零钱。`,
    link: withdrawalLink,
  },
  "withdrawal.failed": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    subject: "withdrawal",
    title: "提现未成功",
    text: (facts) => `你的提现${amountText(facts)}未成功，金额已退回佣金余额。`,
    link: withdrawalLink,
  },
  "points.expiring": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    subject: "expiring",
    title: "积分即将到期",
    text: (facts) => `你有 ${dataText(facts, "points")} 积分将于 ${dataText(facts, "day")}到期。`,
    link: () => "/pages/user/score",
  },
  "coupon.expiring": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    subject: "expiring",
    title: "优惠券即将到期",
    text: (facts) => {
      const more = Number(facts.data["count"] ?? 1);
      const what = `「${dataText(facts, "title")}」${more > 1 ? `等 ${more} 张优惠券` : ""}`;
      return `${what}将于 ${dataText(facts, "day")}到期，记得使用。`;
    },
    link: () => "/pages/user/coupons",
  },
  "level.reached": {
    topic: "asset",
    urgency: "daytime",
    sms: "never",
    title: "会员等级提升",
    text: (facts) => `恭喜你成为${dataText(facts, "name") || "更高等级会员"}，新权益已生效。`,
    link: () => "/pages/user/index",
  },
} as const satisfies Record<string, Template>;

const otherTemplates = {
  "invite.settled": {
    topic: "invite",
    urgency: "daytime",
    sms: "never",
    title: "邀请奖励已到账",
    text: (facts) => `邀请活动的${rewardText(facts)}已到账。`,
    link: () => "/pages/invite/reward",
  },
  "invite.cancelled": {
    topic: "invite",
    urgency: "daytime",
    sms: "never",
    title: "邀请奖励已取消",
    text: (facts) => `邀请活动的${rewardText(facts)}因订单退款或不符合活动规则已取消。`,
    link: () => "/pages/invite/reward",
  },
  "invite.appeal_granted": {
    topic: "invite",
    urgency: "daytime",
    sms: "never",
    title: "邀请申诉已通过",
    text: (facts) => `你的申诉已通过，${rewardText(facts)}已恢复，到账日期见邀请明细。`,
    link: () => "/pages/invite/reward",
  },
  "invite.appeal_denied": {
    topic: "invite",
    urgency: "daytime",
    sms: "never",
    title: "邀请申诉未通过",
    text: (facts) => `经人工复核，你的邀请奖励申诉未通过：${dataText(facts, "reply")}`,
    link: () => "/pages/invite/reward",
  },
  // Not by SMS: a member who logs in by SMS already has the phone.
  "security.new_device": {
    topic: "security",
    urgency: "now",
    sms: "never",
    title: "新设备登录",
    text: ({ data, service = SUPPORT_CONTACT_FALLBACK }) =>
      `你的账号于 ${minuteText(data["at"])} 在新设备登录。若非本人操作，请尽快退出其他设备并${service}。`,
    link: () => "/pages/user/security",
  },
  "security.password_set": {
    topic: "security",
    urgency: "now",
    sms: "always",
    title: "支付密码已设置",
    text: ({ data, service = SUPPORT_CONTACT_FALLBACK }) =>
      `你的支付密码于 ${minuteText(data["at"])} 设置或修改。若非本人操作，请立即${service}。`,
    link: () => "/pages/user/security",
  },
  "security.wechat_linked": {
    topic: "security",
    urgency: "now",
    sms: "always",
    title: "微信已绑定",
    text: ({ data, service = SUPPORT_CONTACT_FALLBACK }) =>
      `你的账号于 ${minuteText(data["at"])} 绑定了微信，可用它登录。若非本人操作，请立即${service}。`,
    link: () => "/pages/user/settings",
  },
  "security.wechat_unlinked": {
    topic: "security",
    urgency: "now",
    sms: "always",
    title: "微信已解绑",
    text: ({ data, service = SUPPORT_CONTACT_FALLBACK }) =>
      `你的账号于 ${minuteText(data["at"])} 解绑了微信。若非本人操作，请立即${service}。`,
    link: () => "/pages/user/settings",
  },
  // Not by SMS: the code that bound it was sent to this phone a moment ago.
  "security.phone_bound": {
    topic: "security",
    urgency: "now",
    sms: "never",
    title: "手机号已绑定",
    text: ({ data, service = SUPPORT_CONTACT_FALLBACK }) =>
      `你的账号于 ${minuteText(data["at"])} 绑定了手机号，可用它登录。若非本人操作，请立即${service}。`,
    link: () => "/pages/user/settings",
  },
  // Not by SMS: the old phone is notified when it is unbound, and the new one was just sent its
  // code.
  "security.phone_changed": {
    topic: "security",
    urgency: "now",
    sms: "never",
    title: "手机号已更换",
    text: ({ data, service = SUPPORT_CONTACT_FALLBACK }) =>
      `你的账号于 ${minuteText(data["at"])} 更换了手机号，其他设备已退出登录。若非本人操作，请立即${service}。`,
    link: () => "/pages/user/settings",
  },
} as const satisfies Record<string, Template>;

const ticketLink = ({ ref }: Facts): string => `/pages/user/ticket?id=${encodeURIComponent(ref)}`;

/** The longest part of an answer in a message; the ticket has all of it. */
const ANSWER_MAX = 200;

/** Returns the question and what the operator wrote. */
function ticketText(facts: Facts): string {
  const text = [...dataText(facts, "text")];
  const cut = text.length <= ANSWER_MAX ? text : [...text.slice(0, ANSWER_MAX), "…"];
  return `「${dataText(facts, "title")}」：${cut.join("")}`;
}

/** The member reads what the operator wrote; by SMS where the ticket asks for it. */
const ticketTemplates = {
  "ticket.answered": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    title: "客服已回复",
    text: ticketText,
    link: ticketLink,
    once: ({ ref, data }) => `ticket.answered:${ref}:${String(data["seq"] ?? "")}`,
  },
  "ticket.closed": {
    topic: "order",
    urgency: "daytime",
    sms: "never",
    title: "工单已处理完成",
    text: ticketText,
    link: ticketLink,
  },
} as const satisfies Record<string, Template>;

const invoiceText = (facts: Facts): string =>
  `「${dataText(facts, "title").slice(0, 60)}」${amountText(facts)}`;
const invoiceLink = (): string => "/pages/user/invoices";
const invoiceTemplate = {
  topic: "order",
  urgency: "daytime",
  sms: "never",
  link: invoiceLink,
} as const;

const invoiceTemplates = {
  "invoice.issued": {
    ...invoiceTemplate,
    title: "发票已开好",
    text: (facts) => `${invoiceText(facts)} 的电子发票已开好，可查看和保存。`,
  },
  "invoice.rejected": {
    ...invoiceTemplate,
    title: "发票申请未通过",
    text: (facts) => `${invoiceText(facts)}：${dataText(facts, "reason")}。修改后可以重新申请。`,
  },
  "invoice.failed": {
    ...invoiceTemplate,
    title: "发票没有开成",
    text: (facts) =>
      `${invoiceText(facts)} 的发票没有开成，原因见「我的发票」，修改后可以重新申请。`,
  },
  "invoice.reversed": {
    ...invoiceTemplate,
    title: "发票已作废",
    text: (facts) =>
      `${invoiceText(facts)} 的发票已作废，请勿再用于报销，原因和后续见「我的发票」。`,
  },
} as const satisfies Record<string, Template>;

const moderationTemplates = {
  "moderation.rejected": {
    topic: "security",
    urgency: "daytime",
    sms: "never",
    title: (facts) => `${dataText(facts, "what")}未通过审核`,
    text: (facts) =>
      `你的${dataText(facts, "what")}未通过审核：${dataText(facts, "reason")}。已恢复默认，可以更换后再提交。`,
    link: () => "/pages/user/settings",
  },
} as const satisfies Record<string, Template>;

const templates: Readonly<Record<string, Template>> = {
  ...orderTemplates,
  ...assetTemplates,
  ...otherTemplates,
  ...ticketTemplates,
  ...invoiceTemplates,
  ...moderationTemplates,
  ...closingTemplates,
};

/** Returns the template of an event kind; `undefined` for events without a message. */
export const templateOf = (kind: string): Template | undefined => ownValue(templates, kind);
export const kinds: readonly string[] = Object.keys(templates);

/** Builds the message for an event. */
export function compose(
  template: Template,
  event: Pick<DomainEvent, "memberId" | "kind" | "ref">,
  facts: Facts,
): Draft {
  const { title, text, link, once, topic } = template;
  const { memberId, kind, ref } = event;
  return {
    memberId,
    kind,
    topic,
    dedupeKey: once ? once(facts) : `${kind}:${ref}`,
    title: typeof title === "string" ? title : title(facts),
    text: text(facts),
    link: link?.(facts),
    ...(typeof facts.data["at"] === "number" ? { at: new Date(facts.data["at"]) } : {}),
    facts: {
      ...(template.isForContact?.(facts) ? { contactOf: facts.ref } : {}),
      ...(template.hasPickup?.(facts) ? { pickupOf: facts.ref } : {}),
      orderNo: facts.order?.orderNo ?? "",
      what: facts.order?.title ?? "",
      amount: fenOf(facts) > 0 ? yuanOf(fenOf(facts)).replace(" ", "") : "",
    },
  };
}
