/**
 * Texts of postings in the points statement: the entry type (domain.md 13), the title and the
 * source.
 */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import type { StatementLine } from "../ledger/actions.ts";
import type { PendingLot } from "./store/lots.ts";
import { EXPIRED_TITLE, earningTitles } from "./texts.ts";

export type LineSources = {
  /** Sources of lots: what earned them. */
  readonly sources: ReadonlyMap<string, { readonly kind: string; readonly ref: string }>;
  readonly orderNos: ReadonlyMap<string, string>;
  readonly mallOrders: ReadonlySet<string>;
};

type LineText = Pick<StatementEntry, "type" | "title" | "cause">;

/**
 * Returns the order that earned a lot: its ref is the order's id, after the task's id for a task.
 */
export const orderOfLot = ({ kind, ref }: { kind: string; ref: string }): string | undefined => {
  if (kind === "points_earn") return ref;
  const [task, orderId] = ref.split(":");
  return kind === "points_task" && task === "first_order" ? orderId : undefined;
};

function earningText(kind: string): Pick<StatementEntry, "type" | "title"> {
  return kind === "points_task"
    ? { type: "earn_task", title: earningTitles.points_task }
    : { type: "earn_order", title: earningTitles.points_earn };
}

const causeOf = (
  kind: NonNullable<StatementEntry["cause"]>["kind"],
  no: string | undefined,
): { cause: NonNullable<StatementEntry["cause"]> } => ({
  cause: { kind, ...(no === undefined ? {} : { no }) },
});

/** Text for points that were used, or are held for an order. */
function spendingText(line: StatementLine, { orderNos, mallOrders }: LineSources): LineText {
  const { orderId, title, isHeld } = line;
  const isMall = orderId !== null && mallOrders.has(orderId);
  const what = isMall ? "兑换" : "抵扣";
  const type = isMall ? "spend_exchange" : "spend_deduct";
  return {
    type: isHeld ? "hold" : type,
    title: `${isHeld ? "待支付" : what} ${title}`.trim(),
    ...causeOf("order", orderId === null ? undefined : orderNos.get(orderId)),
  };
}

/** Returns the text of one ledger line. */
export function lineTextOf(line: StatementLine, sources: LineSources): LineText {
  const { kind, title, ref, orderId } = line;
  const orderNo = orderId === null ? undefined : sources.orderNos.get(orderId);
  if (line.other === "debt") {
    return line.change > 0
      ? { type: "debt", title: "不足部分记为待还", ...causeOf("refund", orderNo) }
      : { type: "debt_repay", title: "归还待还积分" };
  }
  switch (kind) {
    case "hold":
    case "hold_confirm":
      return spendingText(line, sources);
    case "points_activate": {
      const source = sources.sources.get(ref) ?? { kind: "points_earn", ref: "" };
      return {
        ...earningText(source.kind),
        ...causeOf("order", sources.orderNos.get(orderOfLot(source) ?? "")),
      };
    }
    case "points_sign":
      return { type: "earn_sign", title: `每日签到，${title}`, ...causeOf("sign_in", undefined) };
    case "points_task":
      return { type: "earn_task", title, ...causeOf("task", undefined) };
    case "points_return":
      return {
        type: "refund_return",
        title: `退款返还 ${title}`.trim(),
        ...causeOf("refund", orderNo),
      };
    case "points_clawback":
      return { type: "clawback", title, ...causeOf("refund", orderNo) };
    case "invite_points":
      return { type: "earn_invite", title: title || "邀请奖励", ...causeOf("invite", ref) };
    case "points_back":
      return { type: "clawback", title, ...causeOf("invite", ref) };
    case "points_expire":
      return { type: "expire", title: EXPIRED_TITLE, ...causeOf("time", undefined) };
    case "code_redeem":
      return { type: "earn_code", title: title || "兑换码", ...causeOf("code", orderNo) };
    case "merge_in":
      return { type: "merge", title: "账号合并转入" };
    case "merge_out":
      return { type: "merge", title: "账号合并转出" };
    default:
      return { type: "adjust", title: title || "积分调整", ...causeOf("adjustment", undefined) };
  }
}

/** Returns the text of a lot that has not begun. */
export function pendingLineTextOf(
  { sourceKind, sourceRef }: PendingLot,
  orderNos: ReadonlyMap<string, string>,
): LineText {
  const orderId = orderOfLot({ kind: sourceKind, ref: sourceRef });
  return { ...earningText(sourceKind), ...causeOf("order", orderNos.get(orderId ?? "")) };
}
