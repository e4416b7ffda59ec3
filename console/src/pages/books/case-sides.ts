/**
 * Both sides of a difference of reconciliation in words: all fields of its panel, and one line each
 * in the list, with what the sides differ by.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { accountText, accountWords } from "@yunjing/contract/shared-words";
import { countText, EMPTY, moneyText, pointsText, timeText } from "../../parts/format.ts";
import { jobName, topicName } from "../jobs/job-words.ts";
import { sourceName } from "./case-words.ts";

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
  bonus: "赠送",
  bonus_back: "收回赠送",
  bound: "绑定数",
  brokenAtSeq: "断裂序号",
  brokenAtVersion: "断裂版本",
  cards: "卡密数",
  cash: "现金",
  chain: "链",
  claimed: "领取数",
  code: "兑换码",
  codes: "兑换码数",
  contra: "对方科目",
  count: "数量",
  credit: "贷",
  credits: "贷方合计",
  day: "日期",
  debit: "借",
  debits: "借方合计",
  deliveries: "发货数",
  difference: "差额",
  effective: "有效数",
  entity: "对象",
  entityId: "对象编号",
  error: "错误",
  event: "事件",
  expiresAt: "到期",
  failures: "失败次数",
  fee: "手续费",
  from: "变更前",
  frozen: "待结算",
  held: "冻结",
  heldFor: "冻结原因",
  holds: "冻结单",
  incoming: "收入",
  jump: "跳转",
  kind: "类型",
  last4: "尾号",
  lots: "批次合计",
  members: "会员合计",
  net: "净额",
  number: "对方单号",
  of: "原单号",
  oldest: "最早",
  open: "未结",
  order: "订单",
  orders: "订单数",
  outcome: "结果",
  outgoing: "支出",
  over: "超出",
  owed: "应付",
  paid: "实付",
  payState: "支付状态",
  points: "积分",
  posting: "凭证",
  principal_back: "退回本金",
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
  APPLIED: "待审",
  APPROVED: "已批准",
  CHANGE: "退款异常",
  CLOSED: "已关单",
  CREATED: "已创建",
  DONE: "已完成",
  PENDING: "待支付",
  PREPARED: "待支付",
  PAID: "已付",
  REFUNDED: "已退款",
  PROCESSING: "处理中",
  ABNORMAL: "异常",
  DELIVERED: "已发货",
  FAILED: "失败",
  REDEEMED: "已兑",
  SUBMITTED: "已提交",
  UNKNOWN: "结果未知",
  cancelled: "已取消",
  failed: "失败",
  issued: "已发放",
  open: "未结束",
  over: "已结束",
  "it says that nothing happened": "当天没有交易",
  "fulfilment asks the supplier by our number": "系统用我方单号向供应商查询",
  "payments ask the channel by our number, and apply its word":
    "系统用我方单号向渠道查询并按结果处理",
  "refunds ask the channel by our number, and apply its word":
    "系统用我方单号向渠道查询并按结果处理",
};
export const wordOf = (text: string): string => ownValue(words, text) ?? text;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NUMBER = /^(?=.*\d)[0-9A-Za-z_-]{6,32}$/;
const FEN = /Fen$|^fen$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** The name of a field of either side. */
const labelOf = (field: string): string =>
  field === "fen" ? "金额" : (ownValue(fields, field.replace(FEN, "")) ?? field);

/** Fields that hold an amount of the asset a difference is about; those in `…Fen` hold money anyway. */
const amountFields: ReadonlySet<string> = new Set([
  "account",
  "amount",
  "balance",
  "bonus",
  "bonus_back",
  "contra",
  "credits",
  "debits",
  "difference",
  "held",
  "holds",
  "incoming",
  "lots",
  "members",
  "open",
  "outgoing",
  "principal_back",
  "rewards",
  "sum",
]);

type Asset = "CNY" | "PTS";
type Side = Readonly<Record<string, unknown>>;
/** What one difference is about, and what either side has. */
type Sides = {
  readonly class: string;
  readonly subject: string;
  readonly expected: Side;
  readonly actual: Side;
};

const moneyClasses: ReadonlySet<string> = new Set(["topup_posting", "withdrawal_held"]);
const pointsAccounts: ReadonlySet<string> = new Set(["available", "pending", "held", "debt"]);

/** The asset of a difference: named in its subject, by itself or by an account. */
function assetOf({ class: name, subject }: Sides): Asset | undefined {
  const words = subject.split(" ");
  const named = words.find((word): word is Asset => word === "CNY" || word === "PTS");
  if (named) return named;
  if (moneyClasses.has(name)) return "CNY";
  const account = words.find((word) => ownValue(accountWords, word) !== undefined);
  if (account === undefined) return undefined;
  return pointsAccounts.has(account) ? "PTS" : "CNY";
}

type AmountText = (amount: number) => string;

/** How the amounts of a field are written: as money, as points, or as a plain count. */
function amountTextOf(asset: Asset | undefined, field: string): AmountText {
  if (FEN.test(field)) return moneyText;
  if (asset === undefined || !amountFields.has(field)) return countText;
  return asset === "CNY" ? moneyText : pointsText;
}

function textOf(asset: Asset | undefined, field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return EMPTY;
  if (typeof value === "number") return amountTextOf(asset, field)(value);
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value !== "string") return JSON.stringify(value);
  return ISO_TIME.test(value) ? timeText(Date.parse(value)) : wordOf(value);
}

/** Where a difference stands, how large it is, what the system does: no fields of a side. */
const placeFields: ReadonlySet<string> = new Set(["day", "difference", "row", "way"]);

/** Ours and theirs by the fields that either side has, in words. */
export function sidesOf(row: Sides) {
  const asset = assetOf(row);
  const ours = new Map(Object.entries(row.expected));
  const theirs = new Map(Object.entries(row.actual));
  const shown = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (field) => !placeFields.has(field),
  );
  return shown.map((field) => ({
    field: labelOf(field),
    before: ours.has(field) ? textOf(asset, field, ours.get(field)) : "",
    after: theirs.has(field) ? textOf(asset, field, theirs.get(field)) : "",
  }));
}

/** Both sides in one line each; `difference` is theirs less ours, where it is an amount. */
export type Comparison = {
  readonly ours: string;
  readonly theirs: string;
  readonly difference?: { readonly text: string; readonly isLess: boolean };
};

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;

/** `+¥88.50`, `−50 分`; undefined for zero and for what is no amount. */
function signed(amount: number | undefined, amountText: AmountText): Comparison["difference"] {
  if (amount === undefined || amount === 0) return undefined;
  const text = amount > 0 ? `+${amountText(amount)}` : amountText(amount).replace(/^-/, "−");
  return { text, isLess: amount < 0 };
}

const settledStates: ReadonlySet<unknown> = new Set(["SUCCESS", "DONE", "issued"]);
/** Fen that have moved on a side of a bill. */
const settledFen = ({ state, amountFen }: Side): number =>
  settledStates.has(state) ? (numberOf(amountFen) ?? 0) : 0;

/** `成功 ¥88.50`, `已关单`: the state, with the amount where it has moved. */
function stateText(side: Side): string {
  const fen = settledFen(side);
  const state = textOf(undefined, "state", side["state"]);
  return fen === 0 ? state : `${state} ${moneyText(fen)}`;
}

/** The field that a class of bill differences is about; absent: the state and the amount. */
const fieldOfClass: Readonly<Record<string, string>> = {
  bill_amount: "amountFen",
  bill_fee: "feeFen",
  bill_number: "number",
  bill_other_day: "at",
  bill_missing: "reason",
};

function compareBill({ class: name, expected, actual }: Sides): Comparison {
  const field = ownValue(fieldOfClass, name);
  if (field !== undefined) {
    const [ours, theirs] = [numberOf(expected[field]), numberOf(actual[field])];
    const less = ours === undefined || theirs === undefined ? undefined : theirs - ours;
    return withDifference(
      textOf(undefined, field, expected[field]),
      textOf(undefined, field, actual[field]),
      signed(less, moneyText),
    );
  }
  // The second row of a duplicate is money that the other side took once more.
  const ours = name === "bill_duplicate" ? 0 : settledFen(expected);
  return withDifference(
    stateText(expected),
    stateText(actual),
    signed(settledFen(actual) - ours, moneyText),
  );
}

const withDifference = (
  ours: string,
  theirs: string,
  difference: Comparison["difference"],
): Comparison => ({ ours, theirs, ...(difference && { difference }) });

/** The field of either side that says the difference: the same of both, or the first of each. */
function fieldsOf({ expected, actual }: Sides): readonly [string | undefined, string | undefined] {
  const both = Object.keys(expected).find(
    (field) => field in actual && expected[field] !== actual[field],
  );
  if (both !== undefined) return [both, both];
  const theirs = Object.keys(actual);
  const sum = "sum" in expected ? "difference" : undefined;
  return [Object.keys(expected)[0], sum ?? theirs.find((field) => field !== "difference")];
}

function compareChecked(row: Sides): Comparison {
  const asset = assetOf(row);
  const [ours, theirs] = fieldsOf(row);
  const said = (side: Side, field: string | undefined) =>
    field === undefined ? EMPTY : `${labelOf(field)} ${textOf(asset, field, side[field])}`;
  const found = row.actual["difference"];
  const stored = numberOf(Array.isArray(found) ? found[0] : found);
  const [one, other] = [
    ours === undefined ? undefined : numberOf(row.expected[ours]),
    theirs === undefined ? undefined : numberOf(row.actual[theirs]),
  ];
  const less = one === undefined || other === undefined ? undefined : other - one;
  return withDifference(
    said(row.expected, ours),
    said(row.actual, theirs),
    signed(stored ?? less, amountTextOf(asset, theirs ?? "")),
  );
}

/** Our side and the other one, each in a line, for the list of differences. */
export const comparisonOf = (row: Sides): Comparison =>
  row.class.startsWith("bill_") ? compareBill(row) : compareChecked(row);

/** What a difference is about: its number or its member, and what that belongs to. */
export type Subject = {
  readonly memberNo?: string;
  readonly no?: string;
  readonly text?: string;
  readonly second?: string;
};

const kindWords = { payment: "支付", refund: "退款", supply: "履约" } as const;

export function subjectOf(row: {
  readonly class: string;
  readonly subject: string;
  readonly memberNo?: string;
}): Subject {
  const { class: name, subject, memberNo } = row;
  if (name.startsWith("outbox_")) return { text: topicName(subject) };
  if (name === "agent_stuck") return { text: jobName(subject) };
  const [first = "", second = "", third, rest] = subject.split(" ");
  if (name === "bill_missing") return { text: sourceName(first), second };
  if (name.startsWith("bill_")) {
    const kind = ownValue(kindWords, second) ?? second;
    const belongs = [sourceName(first), kind, ...(rest === undefined ? [] : [rest])];
    return { no: third ?? subject, second: belongs.join(" ") };
  }
  if (memberNo !== undefined && UUID.test(first)) {
    const account = [second, third].find((word) => word && ownValue(accountWords, word));
    return { memberNo, ...(account && { second: accountText(account) }) };
  }
  return NUMBER.test(subject) ? { no: subject } : { text: subject };
}
