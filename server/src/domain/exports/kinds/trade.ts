/** Exports of orders, payments, refunds and withdrawals, with the columns of their lists. */
import { ownValue } from "@yunjing/contract/own-value";
import type { OperatorInvoice } from "@yunjing/contract/schemas/operators/invoices";
import type { OrderRow } from "@yunjing/contract/schemas/operators/order-views";
import type { PaymentRow } from "@yunjing/contract/schemas/operators/payments";
import type { OrderKind } from "@yunjing/contract/schemas/orders";
import type { WaitingRefund } from "@yunjing/contract/schemas/operators/refunds";
import type { ListedWithdrawal } from "@yunjing/contract/schemas/operators/withdrawals";
import { yuan } from "../../../platform/csv.ts";
import { column, listKind, timeOf } from "./define.ts";

type Words = Readonly<Record<string, string>>;
const word = (words: Words, value: string): string => ownValue(words, value) ?? value;

const orderKinds: Readonly<Record<OrderKind, string>> = {
  meal: "点餐",
  topup: "充值",
  card: "卡券",
  movie: "电影票",
  ride: "出行券",
  coupon: "优惠券",
  points_mall: "积分商城",
  points: "积分",
  balance: "余额",
  level: "等级",
};

const paymentStates: Words = {
  CREATED: "已创建",
  PREPARED: "等待付款",
  SUCCESS: "成功",
  CLOSED: "已关闭",
  FAILED: "渠道拒绝下单",
  APPROVED: "已批准，待提交渠道",
  PROCESSING: "渠道处理中",
  DONE: "已退回",
  ABNORMAL: "渠道退款异常",
  REFUSED: "渠道拒绝退款",
};
const paymentKinds: Words = { payment: "支付", return: "自动退回", refund: "退款" };

const refundStates: Words = {
  APPLIED: "待审",
  APPROVED: "退款中",
  PROCESSING: "退款中",
  ABNORMAL: "渠道失败",
  SUCCESS: "已退款",
  REJECTED: "已拒绝",
  WITHDRAWN: "会员撤回",
};

const withdrawalStates: Words = {
  REVIEWING: "待审核",
  PAYING: "打款中",
  WAIT_USER_CONFIRM: "等会员确认收款",
  SUCCESS: "已到账",
  RETURNED: "已退回奖励金",
  CANCELLED: "会员已取消",
};

const invoiceStates: Words = {
  REQUESTED: "待开票",
  ISSUING: "开票中",
  ISSUED: "已开票",
  FAILED: "未开成",
  REJECTED: "已驳回",
  CANCELLED: "已取消",
  REVERSING: "红冲中",
  REVERSED: "已红冲",
};

export const orders = listKind<"operatorOrders", "list", OrderRow>({
  title: "订单",
  topic: "operatorOrders",
  name: "list",
  handler: ({ operatorOrders }) => operatorOrders.list,
  rows: (output) => output,
  boundedBy: ["memberNo", "no"],
  columns: [
    column("订单号", ({ orderNo }) => orderNo),
    column("下单时间", ({ createdAt }) => timeOf(createdAt)),
    column("类型", ({ kind }) => orderKinds[kind]),
    column("来源", ({ source }) => (source === "code" ? "兑换码" : "商城")),
    column("权益", ({ title }) => title),
    column("明细", ({ itemsText }) => itemsText),
    column("数量", ({ quantity }) => quantity),
    column("会员号", ({ member }) => member.memberNo),
    column("昵称", ({ member }) => member.nickname),
    column("手机号", ({ member }) => member.phoneMask),
    column("应付", ({ amountFen }) => yuan(amountFen)),
    column("微信支付", ({ tenders }) => yuan(tenders.cashFen ?? 0)),
    column("余额", ({ tenders }) => yuan(tenders.balanceFen ?? 0)),
    column("优惠券抵扣", ({ tenders }) => yuan(tenders.couponOffFen ?? 0)),
    column("积分抵扣", ({ tenders }) => yuan(tenders.pointsOffFen ?? 0)),
    column("兑换码抵扣", ({ tenders }) => yuan(tenders.codeFen ?? 0)),
    column("码尾号", ({ tenders }) => tenders.codeLast4),
    column("状态", ({ displayText }) => displayText),
    column("供应商", ({ supplier }) => supplier?.name),
  ],
});

export const payments = listKind<"operatorPayments", "list", PaymentRow>({
  title: "支付流水",
  topic: "operatorPayments",
  name: "list",
  handler: ({ operatorPayments }) => operatorPayments.list,
  rows: (output) => output,
  boundedBy: ["memberNo", "number"],
  columns: [
    column("单号", ({ no }) => no),
    column("渠道单号", ({ channelNo }) => channelNo),
    column("类型", ({ kind }) => word(paymentKinds, kind)),
    column("渠道", ({ channel }) => (channel === "wechatpay" ? "微信支付" : channel)),
    column("说明", ({ title }) => title),
    column("金额", ({ amountFen }) => yuan(amountFen)),
    column("状态", ({ state }) => word(paymentStates, state)),
    column("业务", ({ biz }) => (biz === "order" ? "订单" : "充值")),
    column("业务单号", ({ bizNo }) => bizNo),
    column("会员号", ({ member }) => member?.memberNo),
    column("手机号", ({ member }) => member?.phone),
    column("创建时间", ({ createdAt }) => timeOf(createdAt)),
    column("支付时间", ({ paidAt }) => timeOf(paidAt)),
    column("结束时间", ({ endedAt }) => timeOf(endedAt)),
  ],
});

export const refunds = listKind<"operatorRefunds", "list", WaitingRefund>({
  title: "售后退款",
  topic: "operatorRefunds",
  name: "list",
  handler: ({ operatorRefunds }) => operatorRefunds.list,
  rows: (output) => output,
  columns: [
    column("退款单号", ({ refundNo }) => refundNo),
    column("订单号", ({ orderNo }) => orderNo),
    column("权益", ({ title }) => title),
    column("会员号", ({ member }) => member.memberNo),
    column("昵称", ({ member }) => member.nickname),
    column("手机号", ({ member }) => member.phone),
    column("申请原因", ({ reason }) => reason),
    column("微信支付", ({ cashFen }) => yuan(cashFen)),
    column("余额", ({ balanceFen }) => yuan(balanceFen)),
    column("积分", ({ points }) => points),
    column("状态", ({ state }) => word(refundStates, state)),
    column("已看卡密", ({ isRevealed }) => (isRevealed ? "是" : "否")),
    column("第一审批人", ({ first }) => first?.name),
    column("审批人", ({ reviewer }) => reviewer?.name),
    column("审批意见", ({ decision }) => decision),
    column("申请时间", ({ createdAt }) => timeOf(createdAt)),
    column("审批时间", ({ decidedAt }) => timeOf(decidedAt)),
    column("结束时间", ({ endedAt }) => timeOf(endedAt)),
  ],
});

export const withdrawals = listKind<"operatorWithdrawals", "list", ListedWithdrawal>({
  title: "提现",
  topic: "operatorWithdrawals",
  name: "list",
  handler: ({ operatorWithdrawals }) => operatorWithdrawals.list,
  rows: (output) => output,
  columns: [
    column("提现单号", ({ withdrawalNo }) => withdrawalNo),
    column("会员号", ({ member }) => member.memberNo),
    column("昵称", ({ member }) => member.nickname),
    column("手机号", ({ member }) => member.phone),
    column("金额", ({ amountFen }) => yuan(amountFen)),
    column("手续费", ({ feeFen }) => yuan(feeFen)),
    column("到账", ({ netFen }) => yuan(netFen)),
    column("状态", ({ state }) => word(withdrawalStates, state)),
    column("未通过的检查", ({ checks }) =>
      checks
        .filter(({ isGood }) => !isGood)
        .map(({ text }) => text)
        .join("；"),
    ),
    column("第一审批人", ({ first }) => first?.name),
    column("审批人", ({ reviewer }) => reviewer?.name),
    column("原因", ({ reason }) => reason),
    column("申请时间", ({ createdAt }) => timeOf(createdAt)),
    column("审批时间", ({ decidedAt }) => timeOf(decidedAt)),
    column("结束时间", ({ endedAt }) => timeOf(endedAt)),
  ],
});

export const invoices = listKind<"operatorInvoices", "list", OperatorInvoice>({
  title: "发票",
  topic: "operatorInvoices",
  name: "list",
  handler: ({ operatorInvoices }) => operatorInvoices.list,
  rows: (output) => output,
  columns: [
    column("订单号", ({ orderNo }) => orderNo),
    column("权益", ({ orderTitle }) => orderTitle),
    column("会员号", ({ member }) => member.memberNo),
    column("抬头类型", ({ titleType }) => (titleType === "company" ? "企业" : "个人")),
    column("抬头", ({ title }) => title),
    column("税号", ({ taxNo }) => taxNo),
    column("金额", ({ amountFen }) => yuan(amountFen)),
    column("状态", ({ state }) => word(invoiceStates, state)),
    column("发票号码", ({ officialNo }) => officialNo),
    column("红字发票号码", ({ redNo }) => redNo),
    column("经办人", ({ decidedBy }) => decidedBy?.name),
    column("原因", ({ reason }) => reason),
    column("申请时间", ({ requestedAt }) => timeOf(requestedAt)),
    column("开票时间", ({ issuedAt }) => timeOf(issuedAt)),
    column("结束时间", ({ endedAt }) => timeOf(endedAt)),
  ],
});
