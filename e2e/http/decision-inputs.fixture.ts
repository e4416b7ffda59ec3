/**
 * Inputs of the operations where operators decide (approvals, refunds, tickets, cases) that are valid
 * but name no existing object.
 */
import type { Input, Name } from "@yunjing/contract/operations";

type Topic = "operatorApprovals" | "operatorRefunds" | "operatorTickets" | "operatorBooks";

const batchId = "00000000-0000-7000-8000-000000000000";
const reason = "试一试";
const etag = "0".repeat(32);

export const decisionInputs: {
  readonly [T in Topic]: { readonly [N in Name<T>]: Input<T, N> };
} = {
  operatorApprovals: {
    list: { box: "mine" },
    detail: { approvalId: `adjust.${batchId}` },
    approve: { approvalId: `adjust.${batchId}`, etag, reason },
    reject: { approvalId: `adjust.${batchId}`, etag, reason },
    withdraw: { approvalId: `adjust.${batchId}`, etag, reason },
    colleagues: { approvalId: `adjust.${batchId}` },
    passOn: { approvalId: `adjust.${batchId}`, etag, reason, toId: batchId },
  },
  operatorRefunds: {
    list: {},
    counts: {},
    approve: { refundNo: "R0000000", reason },
    reject: { refundNo: "R0000000", reason },
    retry: { refundNo: "R0000000", reason },
    colleagues: {},
    handOver: { refundNo: "R0000000", toId: batchId, reason },
  },
  operatorTickets: {
    list: {},
    detail: { ticketId: batchId },
    take: { ticketId: batchId },
    answer: { ticketId: batchId, text: "你好" },
    colleagues: {},
    handOver: { ticketId: batchId, reason },
    close: { ticketId: batchId, result: "已处理" },
    answers: {},
    setAnswer: {
      answerId: "greeting",
      title: "问候",
      text: "你好",
      isOn: true,
      sinceVersion: 9,
      reason,
    },
    closings: {},
    stopClosing: { memberNo: "999999999", closingId: batchId, reason },
  },
  operatorBooks: {
    balance: {},
    runs: {},
    cases: {},
    counts: {},
    case: { caseId: batchId },
    propose: { caseId: batchId, memberId: batchId, account: "available", amount: 1, reason },
    dismiss: { caseId: batchId, reason },
    colleagues: {},
    assign: { caseId: batchId, toId: batchId, reason },
    comment: { caseId: batchId, text: "已问过渠道" },
    merges: {},
    freezes: {},
    freeze: { memberId: batchId, asset: "CNY", reason },
    thaw: { memberId: batchId, asset: "CNY", reason },
  },
};
