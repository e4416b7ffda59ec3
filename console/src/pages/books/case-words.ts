/** What an operator reads of reconciliation: sources, classes, fields of both sides, next steps. */
import { ownValue } from "@yunjing/contract/own-value";
import { dayText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";
import { topicName } from "../jobs/job-words.ts";

const sources: Readonly<Record<string, string>> = {
  wechatpay: "微信支付",
  ...Object.fromEntries(outsideSuppliers.map(([id, name]) => [`supplier:${id}`, name])),
};

/** The name of a bill's source: `supplier:topup` is 话费与会员直充. */
export const sourceName = (source: string): string => ownValue(sources, source) ?? source;

/** What the difference is about; a class of queued messages names their topic. */
export const subjectOf = (row: { readonly class: string; readonly subject: string }): string =>
  row.class.startsWith("outbox_") ? topicName(row.subject) : row.subject;

/** The classes of the differences between a bill and our books. */
export const billClasses = [
  ["bill_only_there", "对方有，我方没有"],
  ["bill_only_here", "我方有，对方没有"],
  ["bill_state", "状态不同"],
  ["bill_amount", "金额不同"],
  ["bill_number", "单号不同"],
  ["bill_fee", "手续费不同"],
  ["bill_duplicate", "重复"],
  ["bill_other_day", "日期不同"],
  ["bill_missing", "账单没到"],
] as const;

const billClassNames = new Map<string, string>(billClasses);
export const billClassName = (name: string): string => billClassNames.get(name) ?? name;

const CLAIMED = "在渠道后台退款，或提议一笔分录。";
const HELD = "先让订单结束（支付或取消）；仍不相等时提议一笔分录。";
const STOCK = "盘点库存，在商品里改正总数后会自愈。";
const MESSAGES = "到「任务与死信」看最后的错误；合作方恢复后再送。";
const RESTORE = "查明谁动过数据，与备份比对；改正前资产保持冻结。";
const nextSteps: Readonly<Record<string, string>> = {
  bill_only_there: "查还有谁在用这个商户号或供应商密钥；无主的款项在对方后台退款，再驳回。",
  bill_only_here: "用单号向对方查询；对方确实没有的，查明我方状态的来源。",
  bill_state: "到「支付流水」用单号问渠道：迟到的付款会自动退回，差错随后自愈。",
  bill_amount: "渠道多收或少退的，提议入账给会员；供应商的，与对方核对价格。",
  bill_number: "在对方后台核对两笔，可能重复支付。",
  bill_fee: "个别行问微信支付；全部行都不同是费率已变，请管理员改费率。",
  bill_duplicate: "核对第二行；对方重复收费的，要求退回后驳回。",
  bill_other_day: "多半是很晚才到的通知；核对日期后写明原因驳回。",
  bill_missing: "系统会继续获取；到「账单」里重新获取，或问对方。",
  total: "先处理同时出现的账户差错；单独出现时请管理员核对日汇总。",
  rollup: "请管理员与最近的备份比对，在见证人在场时恢复。",
  code_count: "请管理员按兑换码重新汇总这个批次，差错随后自愈。",
  invite_count: "请管理员按绑定和奖励重新汇总这个活动，差错随后自愈。",
  order_count: "请管理员删去这位会员的订单计数，系统会按订单重新计数，差错随后自愈。",
  ledger_slot: "请管理员删去从这一刻起的全部十分钟汇总，系统会按流水重新汇总，差错随后自愈。",
  month_sum: "请管理员删去这位会员的月汇总，系统会按流水重新汇总，差错随后自愈。",
  supplier_day: "请管理员与最近的备份比对：改动的是汇总就恢复汇总，是订单就恢复订单。",
  account_balance: "明细可信的，提议一笔分录补足或扣除；否则与备份比对。",
  account_chain: RESTORE,
  posting_empty: RESTORE,
  transfer_orphan: RESTORE,
  adjust_unbacked: "查明由谁入账，提议一笔反向分录冲回。",
  code_unposted: "会员没有得到兑换的内容：按算出的分录提议入账。",
  code_unordered: "会员没有得到兑换的内容：按算出的分录提议入账。",
  code_unbacked: "兑换码没有用过却已入账：提议一笔分录收回。",
  state_move: "对照这一条的历史，连同编号报告开发。",
  order_unpaid: "先停止发货，再用单号向渠道查询是否到账。",
  payment_unposted: "与渠道当天的账单比对，再提议分录。",
  credit_unbacked: "与渠道当天的账单比对，再提议分录。",
  payment_unclaimed: CLAIMED,
  topup_unclaimed: CLAIMED,
  closed_money: "款项进了已注销的账户：在渠道退还会员后，提议分录扣除。",
  refund_over: "先在渠道暂停退款，再与账单比对。",
  refund_reserved: "先在渠道暂停退款，再与账单比对。",
  refund_unposted: "先在渠道暂停退款，再与账单比对。",
  topup_posting: "核对充值单和明细，提议一笔分录补足或扣除。",
  bonus_lots: "核对充值单和明细，提议一笔分录补足或扣除。",
  withdrawal_held: "查清之前不要打款；用提现单号向渠道查询。",
  withdrawal_posting: "查清之前不要打款；用提现单号向渠道查询。",
  hold_sum: HELD,
  hold_twin: HELD,
  hold_orphan: HELD,
  hold_overdue: "到期的冻结没有释放：请管理员查看关闭未付订单的任务。",
  lots: RESTORE,
  outbox_stuck: MESSAGES,
  outbox_dead: MESSAGES,
  inbox_stuck: MESSAGES,
  agent_stuck: "定时任务反复失败，请管理员查看最后的错误。",
  stock_held: STOCK,
  stock_sold: STOCK,
  stock_issued: STOCK,
  stock_unpaid: STOCK,
  campaign_stock: "先暂停活动，再请管理员核对计数。",
  campaign_spend: "先暂停活动，再请管理员核对计数。",
  partner_unmatched: "问合作方要追踪编号；收到更新后自愈。",
  partner_copy: "到「合作方」立即取订单；仍不同的请管理员改正。",
  card_stock: "视为已泄露：请发卡方作废这些卡。",
  audit_chain: "到「审计记录」从头验一遍，并立即告诉管理员。",
};

/** The next step of a class of differences. */
export const nextStepOf = (name: string): string =>
  ownValue(nextSteps, name) ?? "先核对双方凭证；确认后提议调账，或写明原因驳回。";

const fields: Readonly<Record<string, string>> = {
  account: "账户",
  actor: "操作人",
  amount: "金额",
  approval: "审批",
  approved: "已审批",
  at: "时间",
  attempt: "支付单",
  back: "退回",
  balance: "余额",
  brokenAtSeq: "断裂序号",
  cards: "卡密数",
  cash: "现金",
  chain: "链",
  claimed: "领取数",
  code: "兑换码",
  contra: "对方科目",
  count: "数量",
  credit: "贷",
  credits: "贷方合计",
  day: "日期",
  debit: "借",
  debits: "借方合计",
  difference: "差额",
  entity: "对象",
  entityId: "对象编号",
  error: "错误",
  event: "事件",
  expiresAt: "到期",
  failures: "失败次数",
  fee: "手续费",
  from: "变更前",
  held: "冻结",
  heldFor: "冻结原因",
  holds: "冻结单",
  jump: "跳转",
  kind: "类型",
  lots: "批次合计",
  members: "会员合计",
  net: "净额",
  number: "对方单号",
  of: "原单号",
  oldest: "最早",
  open: "未结",
  order: "订单",
  outcome: "结果",
  over: "超出",
  paid: "实付",
  payState: "支付状态",
  points: "积分",
  posting: "凭证",
  purpose: "科目",
  quantity: "数量",
  reason: "对方答复",
  redeemedBy: "兑换人",
  ref: "单号",
  rewards: "奖励数",
  row: "账单行",
  sid: "追踪编号",
  sold: "已售",
  spent: "已用",
  state: "状态",
  sum: "合计",
  target: "兑换内容",
  total: "总计",
  transfers: "分录数",
  used: "已用",
  uses: "使用次数",
  version: "版本",
  way: "系统的处理",
  whole: "总数",
};

const words: Readonly<Record<string, string>> = {
  SUCCESS: "成功",
  CLOSED: "已关单",
  PENDING: "待支付",
  PAID: "已付",
  REFUNDED: "已退款",
  PROCESSING: "处理中",
  ABNORMAL: "异常",
  DELIVERED: "已发货",
  FAILED: "失败",
  REDEEMED: "已兑",
  "it says that nothing happened": "当天没有交易",
  "fulfilment asks the supplier by our number": "系统用我方单号向供应商查询",
  "payments ask the channel by our number, and apply its word":
    "系统用我方单号向渠道查询并按结果处理",
  "refunds ask the channel by our number, and apply its word":
    "系统用我方单号向渠道查询并按结果处理",
};
export const wordOf = (text: string): string => ownValue(words, text) ?? text;

const FEN = /Fen$|^fen$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const labelOf = (field: string): string =>
  field === "fen" ? "金额" : (ownValue(fields, field.replace(FEN, "")) ?? field);

function textOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return EMPTY;
  if (typeof value === "number") {
    if (FEN.test(field)) return moneyText(value);
    return value.toLocaleString("en-US");
  }
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value !== "string") return JSON.stringify(value);
  return ISO_TIME.test(value) ? timeText(Date.parse(value)) : wordOf(value);
}

type Side = Readonly<Record<string, unknown>>;

/** Ours and theirs by the fields that either side has, in words. */
export function sidesOf({ expected, actual }: { readonly expected: Side; readonly actual: Side }) {
  const ours = new Map(Object.entries(expected));
  const theirs = new Map(Object.entries(actual));
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((field) => ({
    field: labelOf(field),
    before: ours.has(field) ? textOf(field, ours.get(field)) : "",
    after: theirs.has(field) ? textOf(field, theirs.get(field)) : "",
  }));
}

/** The first field in which the sides differ, in one line: `金额 ¥0.53 → ¥0.59`. */
export function differenceText(sides: { readonly expected: Side; readonly actual: Side }): string {
  const isBoth = ({ before, after }: { before: string; after: string }) =>
    before !== "" && after !== "" && before !== after;
  const first = sidesOf(sides).find(isBoth);
  return first ? `${first.field} ${first.before} → ${first.after}` : EMPTY;
}

/** Returns the last days in Shanghai up to yesterday, the oldest first: `2026-11-22`. */
export function lastDays(count: number, now: number): readonly string[] {
  const DAY_MS = 86_400_000;
  return Array.from({ length: count }, (_, place) => dayText(now - (count - place) * DAY_MS));
}
