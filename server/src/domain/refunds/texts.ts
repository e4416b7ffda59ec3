/** The texts about refunds that members read. */
import type { RefundState as Shown } from "@yunjing/contract/schemas/refunds";
import type { RefundState } from "./lifecycle.ts";
import type { Refund } from "./model.ts";

const texts: Readonly<Record<RefundState, readonly [Shown, string]>> = {
  APPLIED: ["applied", "待审核"],
  APPROVED: ["processing", "退款中"],
  REJECTED: ["rejected", "未通过"],
  WITHDRAWN: ["withdrawn", "已撤回"],
  PROCESSING: ["processing", "退款中"],
  SUCCESS: ["success", "已退款"],
  ABNORMAL: ["abnormal", "客服处理中"],
};

/** The title of the points and the growth that a refund takes back. */
export const TAKEN_BACK_TITLE = "退款扣回";

export const stateOf = (state: RefundState): Shown => texts[state][0];
export const textOf = (state: RefundState): string => texts[state][1];

/** Returns the next step in one sentence. */
export function nextStepOf({ state, cashFen }: Pick<Refund, "state" | "cashFen">): string {
  switch (state) {
    case "APPLIED":
      return "客服正在审核，一般 1 个工作日内完成";
    case "APPROVED":
    case "PROCESSING":
      return cashFen > 0 ? "款项正在原路退回，到账后会通知你" : "正在退回，很快就能用";
    case "SUCCESS":
      return cashFen > 0 ? "款项已原路退回，请留意到账通知" : "已退回，可在余额与积分明细查看";
    case "REJECTED":
      return "如有疑问，可在「帮助客服」查看客服电话";
    case "WITHDRAWN":
      return "你已撤回申请，仍可再次申请";
    case "ABNORMAL":
      return "退款遇到问题，客服正在处理，款项不会丢失";
  }
}
