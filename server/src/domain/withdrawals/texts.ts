/** The texts about withdrawals that members read. */
import { ownValue } from "@yunjing/contract/own-value";
import type {
  Withdrawal as Shown,
  WithdrawalState as ShownState,
} from "@yunjing/contract/schemas/withdrawals";
import type { Withdrawal } from "./model.ts";
import type { PayoutChannel } from "./port.ts";

/** The title of the postings of a withdrawal. */
export const POSTING_TITLE = "提现";

/** The result of the check whether the payee is the member's alone, as operators read it. */
export const payeeCheckTexts = {
  own: "收款微信只属于该会员",
  shared: "收款微信曾为其他会员收款",
} as const;

/** The check of a withdrawal that a risk rule holds, as operators read it. */
export const RISK_CHECK = { name: "risk", isGood: false, text: "风控规则要求人工审核，见案件" };

type Ended = Pick<Withdrawal, "state" | "endedHow">;

export function stateOf({ state, endedHow }: Ended): ShownState {
  switch (state) {
    case "APPLIED":
    case "REVIEWING":
      return "reviewing";
    case "APPROVED":
    case "PAYING":
      return "paying";
    case "WAIT_USER_CONFIRM":
      return "wait_confirm";
    case "SUCCESS":
      return "success";
    case "CANCELLED":
      return "cancelled";
    case "REJECTED":
    case "FAILED":
    case "RETURNED":
      return endedHow === "rejected" ? "rejected" : "failed";
  }
}

const texts: Readonly<Record<ShownState, string>> = {
  reviewing: "审核中",
  paying: "打款中",
  wait_confirm: "待确认收款",
  success: "已到账",
  rejected: "未通过",
  failed: "提现失败",
  cancelled: "已取消",
};

const nexts: Readonly<Record<ShownState, string>> = {
  reviewing: "客服正在审核，一般 1 个工作日内完成",
  paying: "正在向微信发起转账，请稍候",
  wait_confirm: "请在 24 小时内到微信确认收款，逾期自动退回",
  success: "已转入你的微信零钱",
  rejected: "款项已退回可提现余额，如有疑问，可在「帮助客服」查看客服电话",
  failed: "款项已退回可提现余额，可重新申请",
  cancelled: "款项已退回可提现余额",
};

/** WeChat's failure reasons that a member can act on. */
const reasons: Readonly<Record<string, string>> = {
  PAYEE_ACCOUNT_ABNORMAL: "收款微信账户异常",
  NAME_NOT_CORRECT: "收款人姓名与微信实名不符",
  REALNAME_CHECK_FAIL: "收款人姓名与微信实名不符",
  ID_CARD_NOT_CORRECT: "收款人身份信息不符",
  OPENID_INVALID: "收款微信无效",
  RECEIVE_ACCOUNT_NOT_PERMMIT: "收款微信无法接收转账",
  REAL_NAME_CHECK_FAIL: "收款人未完成微信实名认证",
  PAYEE_QUOTA_EXCEED: "收款微信今日收款已达上限",
  PAYEE_ACCOUNT_NOT_EXIST: "收款微信不存在",
  OVERDUE_CLOSE: "未在 24 小时内确认收款",
};
export const failureText = (state: "failed" | "cancelled", code: string | undefined): string =>
  ownValue(reasons, code ?? "") ??
  (state === "cancelled" ? "未确认收款，转账已关闭" : "微信未能完成转账");

function stepsOf(withdrawal: Withdrawal): Shown["steps"] {
  const { createdAt, decidedAt, sentAt, waitedAt, endedAt, endedHow } = withdrawal;
  const ends = {
    paid: "已到账",
    failed: "转账失败，款项已退回",
    rejected: "审核未通过，款项已退回",
  };
  const end = endedHow === "cancelled" || endedHow === null ? "已取消" : ends[endedHow];
  const steps = [
    { text: "已提交申请", at: createdAt },
    ...(sentAt === null || decidedAt === null ? [] : [{ text: "审核通过，开始打款", at: sentAt }]),
    ...(waitedAt === null ? [] : [{ text: "等待确认收款", at: waitedAt }]),
    ...(endedAt === null ? [] : [{ text: end, at: endedAt }]),
  ];
  return steps;
}

/** Builds the view of a withdrawal for the API contract. */
export function viewOf(withdrawal: Withdrawal, channel: PayoutChannel): Shown {
  const { withdrawalNo, amountFen, feeFen, netFen, reason, createdAt, endedAt } = withdrawal;
  const { state: inside, outBillNo, package: opens } = withdrawal;
  const state = stateOf(withdrawal);
  const { appId, merchantId: mchId } = channel.account;
  const url = channel.confirmUrl?.(outBillNo ?? "");
  return {
    withdrawalNo,
    state,
    stateText: texts[state],
    nextStep: nexts[state],
    amountFen,
    feeFen,
    netFen,
    createdAt,
    ...(reason === null ? {} : { reason }),
    canCancel: inside === "APPLIED" || inside === "REVIEWING",
    ...(inside === "WAIT_USER_CONFIRM" && opens !== null
      ? { confirm: { mchId, appId, package: opens, ...(url === undefined ? {} : { url }) } }
      : {}),
    steps: stepsOf(withdrawal),
    ...(endedAt === null ? {} : { endedAt }),
  };
}
