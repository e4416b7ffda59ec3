/** The words of orders in the console: states, kinds, suppliers, tenders and events. */
import { ownValue } from "@yunjing/contract/own-value";
import { type api, type Item } from "../../api/client.ts";
import { moneyText, pointsText } from "../../parts/format.ts";
import type { Tone } from "../../parts/tag.tsx";

export type OrderRow = Item<typeof api.operatorOrders.list>;

/** The tone of a display state; its word comes with the row. */
export const displayTones: Readonly<Record<OrderRow["display"], Tone>> = {
  wait_pay: "outline",
  issuing: "sea",
  ready: "sea",
  done: "ok",
  manual: "warn",
  refunding: "plum",
  part_refunded: "plum",
  refunded: "sand",
  cancelled: "sand",
  closed: "sand",
  returned: "sand",
};

const displayTextTones: Readonly<Record<string, Tone>> = {
  待支付: "outline",
  客服处理中: "warn",
  退款中: "plum",
  部分退款: "plum",
  已完成: "ok",
  已退款: "sand",
  已取消: "sand",
  已关闭: "sand",
  已退回: "sand",
};
/** The tone of a state's word, where the state itself is not at hand: in ⌘K and beside a code. */
export const displayTextTone = (word: string): Tone => ownValue(displayTextTones, word) ?? "sea";

export const kindWords: readonly (readonly [OrderRow["kind"], string])[] = [
  ["meal", "点餐"],
  ["topup", "充值"],
  ["card", "卡券"],
  ["movie", "电影票"],
  ["ride", "出行券"],
  ["coupon", "优惠券"],
  ["points_mall", "积分商城"],
  ["points", "积分"],
  ["balance", "余额"],
  ["level", "等级"],
];

export const itemStates: Readonly<Record<string, string>> = {
  NONE: "未付款",
  QUEUED: "待提交",
  SUBMITTED: "处理中",
  UNKNOWN: "结果未知",
  MANUAL: "客服处理中",
  DONE: "已发放",
  FAILED: "发放失败",
  REFUNDED: "已退款",
};

export const refundStates: Readonly<Record<string, readonly [Tone, string]>> = {
  APPLIED: ["warn", "待审"],
  APPROVED: ["sea", "已同意"],
  REJECTED: ["sand", "已拒绝"],
  WITHDRAWN: ["sand", "已撤回"],
  PROCESSING: ["plum", "退款中"],
  SUCCESS: ["ok", "已退款"],
  ABNORMAL: ["bad", "渠道失败"],
};

const eventWords: Readonly<Record<string, string>> = {
  ordered: "下单，等待支付",
  placed: "下单",
  paying: "发起支付",
  paid: "支付成功",
  credited: "已到账",
  late_paid: "支付到账时订单已关闭，款项退回",
  cancelled: "订单取消",
  closed: "超时未支付，订单关闭",
  submitted: "提交供应商",
  sent: "提交供应商",
  accepted: "供应商已受理",
  checking: "结果未知，继续查询",
  unknown: "结果未知，继续查询",
  by_hand: "转客服处理",
  manual: "供应商单转客服处理",
  manual_by_operator: "转人工",
  item_failed: "发放失败",
  delivered: "发放完成",
  issued: "出码成功",
  returned: "发放失败，兑换码退回",
  received: "会员已取用",
  overdue: "取用时段已过，自动完成",
  supplier_accepted: "供应商：已受理",
  supplier_unknown: "供应商：结果未知",
  supplier_issued: "供应商：已发放",
  supplier_failed: "供应商：确定失败",
  cancelling: "请求供应商取消",
  cancel_by_operator: "请求供应商取消",
  asked_by_operator: "立即查单",
  redeemed: "兑换成功",
  done: "完成",
  applied: "提交退款",
  begun: "向渠道提交退款",
  send: "请求已发给供应商",
  failed: "供应商：确定失败",
  loss: "结果与已定结论不一致，记入损失",
  expired: "超时未支付，订单关闭",
  begin: "向渠道提交退款",
  success: "退款到账",
  abnormal: "渠道退款失败",
  next_route: "换下一个供应商",
  rerouted: "人工换供应商",
  alarm: "15 分钟无确定结果，已告警",
  desk_claimed: "领取处理",
  desk_handed_over: "转交",
  opened: "提交退款",
  refund_opened: "提交退款",
  approved_first: "第一人同意退款",
  first_approval_withdrawn: "撤回第一人的同意",
  approved: "同意退款",
  rejected: "拒绝退款",
  withdrawn: "会员撤回退款",
  retried: "向渠道重试退款",
  part_refunded: "部分款项已退回",
  refunded: "已全部退款",
  compensated: "发放补偿券",
  note: "备注",
};
export const eventText = (name: string): string => ownValue(eventWords, name) ?? name;

const reasonWords: Readonly<Record<string, string>> = {
  REFUSED: "供应商拒绝",
  "no answer in time": "超时无答复",
  "no answer": "无答复",
};
/** The reason of an event or a refund; a person's own words stay as they are. */
export const reasonText = (reason: string): string => ownValue(reasonWords, reason) ?? reason;

const viaWords: Readonly<Record<string, string>> = { jsapi: "公众号网页", h5: "手机浏览器" };
export const viaText = (via: string): string => ownValue(viaWords, via) ?? via;

export const sourceText = ({ source }: Pick<OrderRow, "source">): string =>
  source === "code" ? "兑换码" : "商城";

/** Writes what paid for an order: 「微信 ¥88.50 + 余额 ¥10.00」. */
export function tendersText({ tenders }: Pick<OrderRow, "tenders">): string {
  const { codeLast4, cashFen, balanceFen, points, pointsOffFen, couponOffFen } = tenders;
  const parts = [
    codeLast4 === undefined ? undefined : `兑换码 …${codeLast4}`,
    cashFen === undefined ? undefined : `微信 ${moneyText(cashFen)}`,
    balanceFen === undefined ? undefined : `余额 ${moneyText(balanceFen)}`,
    pointsOffFen === undefined ? undefined : `积分 ${pointsText(points ?? 0)}`,
    couponOffFen === undefined ? undefined : `券 ${moneyText(couponOffFen)}`,
  ];
  return parts.filter((part) => part !== undefined).join(" + ");
}

/** Writes how long a supplier took: 「4.2 s」. */
export const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
