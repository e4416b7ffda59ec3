/** What an operator reads of reconciliation: sources, classes, fields of both sides, next steps. */
import { ownValue } from "@yunjing/contract/own-value";
import { billClassWords } from "@yunjing/contract/shared-words";
import { dayText } from "../../parts/format.ts";
import type { Tone } from "../../parts/tag.tsx";
import { outsideSuppliers } from "../../parts/supplier-choices.ts";

const sources: Readonly<Record<string, string>> = {
  wechatpay: "微信支付",
  ...Object.fromEntries(outsideSuppliers.map(([id, name]) => [`supplier:${id}`, name])),
};

/** The name of a bill's source: `supplier:topup` is 话费与会员直充. */
export const sourceName = (source: string): string => ownValue(sources, source) ?? source;

type Case = {
  readonly class: string;
  readonly subject: string;
  readonly actual: Readonly<Record<string, unknown>>;
};

/** A bill's case is about a number of one source: `wechatpay payment P26…`. */
function billOf({ class: name, subject }: Case) {
  if (!name.startsWith("bill_")) return undefined;
  const [source = "", kind, no] = subject.split(" ");
  return { source, kind, no };
}

/** The heads of the two sides: ours and the source's, or what the ledger should have. */
export function headsOf(row: Case): readonly [string, string] {
  const bill = billOf(row);
  return bill ? ["我们", sourceName(bill.source)] : ["应为", "实际"];
}

/** `微信支付 2026-11-21 第 412 行 · `; empty where no bill is meant. */
export function originOf(row: Case): string {
  const bill = billOf(row);
  if (!bill) return "";
  const { day, row: line } = row.actual;
  const words = [sourceName(bill.source), day ?? "", line === undefined ? "" : `第 ${line} 行`];
  return `${words.filter(Boolean).join(" ")} · `;
}

const askable = ["bill_state", "bill_amount", "bill_fee", "bill_only_here", "bill_other_day"];

/** Returns our number of the channel's payment that a case is about; undefined for others. */
export function paymentOf(row: Case): string | undefined {
  const bill = billOf(row);
  const isPayment = bill?.source === "wechatpay" && bill.kind === "payment";
  return isPayment && askable.includes(row.class) ? bill.no : undefined;
}

export const stateWords = {
  open: "未结",
  proposed: "已提议",
  booked: "已入账",
  dismissed: "已驳回",
  healed: "已自愈",
} as const;

export const stateTones = {
  open: "bad",
  proposed: "warn",
  booked: "ok",
  dismissed: "sand",
  healed: "ok",
} as const satisfies Record<keyof typeof stateWords, Tone>;

/** The classes of the differences between a bill and our books, as choices. */
export const billClasses = Object.entries(billClassWords);

export const billClassName = (name: string): string => ownValue(billClassWords, name) ?? name;

const CLAIMED = "在渠道后台退款，或提议一笔分录。";
const HELD = "先让订单结束（支付或取消）；仍不相等时提议一笔分录。";
const STOCK = "盘点库存，在商品里改正总数后会自愈。";
const MESSAGES = "到「任务与死信」看最后的错误；合作方恢复后再送。";
const RESTORE = "查明谁动过数据，与备份比对；改正前资产保持冻结。";
const nextSteps: Readonly<Record<string, string>> = {
  bill_only_there: "查还有谁在用这个商户号或供应商密钥；无主的款项在对方后台退款，再驳回。",
  bill_only_here: "用单号向对方查询；对方确实没有的，查明我方状态的来源。",
  bill_state: "支付先问渠道：迟到的付款会自动退回，差错随后自愈；退款和履约由系统按原单号查询。",
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
  partner_count: "请管理员删去这个合作方的订单计数，系统会按订单重新计数，差错随后自愈。",
  risk_day: "请管理员删去风控命中的全部日汇总，系统会按命中重新汇总，差错随后自愈。",
  lot_sum: "请管理员运行 npm run figures -- recount，系统会按批次重新合计，差错随后自愈。",
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

/** Returns the last days in Shanghai up to today, the oldest first: `2026-11-22`. */
export function lastDays(count: number, now: number): readonly string[] {
  const DAY_MS = 86_400_000;
  return Array.from({ length: count }, (_, place) => dayText(now - (count - 1 - place) * DAY_MS));
}
