/** The words of payments, returns, refunds and notifications at the channel. */
import type { api, Item } from "../../api/client.ts";
import type { Filter } from "../../parts/table/filter-bar.tsx";
import type { Tone } from "../../parts/tag.tsx";

export type PaymentRow = Item<typeof api.operatorPayments.list>;
export type NoticeRow = Item<typeof api.operatorPayments.notices>;

export const kindWords: Readonly<Record<PaymentRow["kind"], string>> = {
  payment: "支付",
  return: "自动退回",
  refund: "退款",
};

export const stageWords: Readonly<Record<PaymentRow["stage"], readonly [Tone, string]>> = {
  open: ["sea", "进行中"],
  done: ["ok", "成功"],
  failed: ["outline", "未成功"],
  unmatched: ["warn", "未匹配"],
};

/** What the state says in full; a refund or a return that failed waits for an operator. */
export const stateWords: Readonly<Record<string, string>> = {
  CREATED: "已创建",
  PREPARED: "等待付款",
  SUCCESS: "成功",
  CLOSED: "已关闭",
  FAILED: "渠道拒绝下单",
  APPROVED: "已批准，待提交渠道",
  PROCESSING: "渠道处理中",
  DONE: "已退回",
  ABNORMAL: "渠道退款异常，待处理",
  REFUSED: "渠道拒绝退款，待处理",
};

export const outcomeWords: Readonly<Record<string, string>> = {
  won: "已入账",
  late: "迟到：订单已关闭，自动退回",
  second: "重复支付，自动退回",
};

export const viaWords: Readonly<Record<string, string>> = {
  jsapi: "微信内",
  h5: "微信外浏览器",
};

export const eventWords: Readonly<Record<string, string>> = {
  "TRANSACTION.SUCCESS": "支付成功",
  "REFUND.SUCCESS": "退款成功",
  "REFUND.ABNORMAL": "退款异常",
  "REFUND.CLOSED": "退款关闭",
  "MCHTRANSFER.BILL.FINISHED": "转账完成",
};

export const spanFilter: Filter<"span"> = {
  key: "span",
  label: "时间",
  choices: [
    ["0", "今天"],
    ["1", "昨天"],
    ["7", "近 7 天"],
    ["30", "近 30 天"],
  ],
};

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;

/** Returns the instants of a span, in ms; days are of Shanghai, and today ends now. */
export function instantsOf(span: "0" | "1" | "7" | "30", now = Date.now()) {
  const today = Math.floor((now + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS;
  if (span === "1") return { from: today - DAY_MS, to: today - 1 };
  return { from: span === "0" ? today : today - Number(span) * DAY_MS };
}
