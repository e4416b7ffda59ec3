/** The Chinese names of operations where operators decide: approvals, refunds, tickets, cases. */
import type { OperationLabels } from "./campaign-labels.ts";

export const decisionLabels: OperationLabels<
  "operatorApprovals" | "operatorRefunds" | "operatorTickets" | "operatorBooks"
> = {
  operatorApprovals: {
    list: "查看审批箱",
    detail: "查看一条提议",
    colleagues: "查看能审批的同事",
    passOn: "转交提议",
    approve: "同意提议",
    reject: "拒绝提议",
    withdraw: "撤回提议",
  },
  operatorRefunds: {
    list: "查看退款",
    counts: "查看退款数量",
    approve: "批准退款",
    reject: "驳回退款",
    colleagues: "查看能审退款的同事",
    handOver: "转交退款",
    retry: "重试退款",
  },
  operatorTickets: {
    list: "查看工单列表",
    detail: "查看工单",
    take: "受理工单",
    answer: "回复工单",
    colleagues: "看能回复工单的同事",
    handOver: "转交工单",
    close: "关闭工单",
    answers: "查看常用回复",
    setAnswer: "修改常用回复",
    stopClosing: "停止注销",
    closings: "查看注销申请",
  },
  operatorBooks: {
    balance: "查看试算平衡",
    runs: "查看对账记录",
    cases: "查看差错",
    counts: "查看差错数量",
    case: "查看一条差错",
    propose: "提议处理差错",
    dismiss: "驳回差错",
    colleagues: "查看能处理差错的同事",
    assign: "分配差错",
    comment: "差错留言",
    merges: "查看账号合并",
    freezes: "查看冻结",
    freeze: "冻结资产",
    thaw: "解冻资产",
  },
};
