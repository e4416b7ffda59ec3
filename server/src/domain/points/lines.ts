/** How a posting reads in the statement of points: its entry type (domain.md 13), its title and what it came from. */
import type { Line } from "@yunjing/contract/schemas/statement";
import type { StatementLine } from "../ledger/actions.ts";
import type { Waiting } from "./store/lots.ts";

export type Told = {
  /** Of lots: what they were earned by. */
  readonly sources: ReadonlyMap<string, { readonly kind: string; readonly ref: string }>;
  readonly orderNos: ReadonlyMap<string, string>;
  readonly mallOrders: ReadonlySet<string>;
};

type Reading = Pick<Line, "type" | "title" | "cause">;

/** The order whose points a lot holds: its ref is the order's id, after the task's where it was one. */
export const orderOfLot = ({ kind, ref }: { kind: string; ref: string }): string | undefined => {
  if (kind === "points_earn") return ref;
  const [task, orderId] = ref.split(":");
  return kind === "points_task" && task === "first_order" ? orderId : undefined;
};

function earnedBy(kind: string): Pick<Line, "type" | "title"> {
  return kind === "points_task"
    ? { type: "earn_task", title: "首笔实付订单" }
    : { type: "earn_order", title: "消费奖励" };
}

const named = (
  kind: NonNullable<Line["cause"]>["kind"],
  no: string | undefined,
): { cause: NonNullable<Line["cause"]> } => ({
  cause: { kind, ...(no === undefined ? {} : { no }) },
});

/** Of points that were used, or are set aside for an order. */
function spending(line: StatementLine, { orderNos, mallOrders }: Told): Reading {
  const { orderId, title, isHeld } = line;
  const isMall = orderId !== null && mallOrders.has(orderId);
  const what = isMall ? "兑换" : "抵扣";
  const type = isMall ? "spend_exchange" : "spend_deduct";
  return {
    type: isHeld ? "hold" : type,
    title: `${isHeld ? "待支付" : what} ${title}`.trim(),
    ...named("order", orderId === null ? undefined : orderNos.get(orderId)),
  };
}

/** Of one line of the ledger. */
export function readingOf(line: StatementLine, told: Told): Reading {
  const { kind, title, ref, orderId } = line;
  const orderNo = orderId === null ? undefined : told.orderNos.get(orderId);
  if (line.other === "debt") {
    return line.change > 0
      ? { type: "debt", title: "不足部分记为待还", ...named("refund", orderNo) }
      : { type: "debt_repay", title: "归还待还积分" };
  }
  switch (kind) {
    case "hold":
    case "hold_confirm":
      return spending(line, told);
    case "points_activate": {
      const source = told.sources.get(ref) ?? { kind: "points_earn", ref: "" };
      return {
        ...earnedBy(source.kind),
        ...named("order", told.orderNos.get(orderOfLot(source) ?? "")),
      };
    }
    case "points_sign":
      return { type: "earn_sign", title: `每日签到，${title}`, ...named("sign_in", undefined) };
    case "points_task":
      return { type: "earn_task", title, ...named("task", undefined) };
    case "points_return":
      return {
        type: "refund_return",
        title: `退款返还 ${title}`.trim(),
        ...named("refund", orderNo),
      };
    case "points_clawback":
      return { type: "clawback", title, ...named("refund", orderNo) };
    case "invite_points":
      return { type: "earn_invite", title: title || "邀请奖励", ...named("invite", ref) };
    case "points_back":
      return { type: "clawback", title, ...named("invite", ref) };
    case "points_expire":
      return { type: "expire", title: "积分到期", ...named("time", undefined) };
    case "code_redeem":
      return { type: "earn_code", title: title || "兑换码", ...named("code", orderNo) };
    case "merge_in":
      return { type: "merge", title: "账号合并转入" };
    case "merge_out":
      return { type: "merge", title: "账号合并转出" };
    default:
      return { type: "adjust", title: title || "积分调整", ...named("adjustment", undefined) };
  }
}

/** Of a lot that has not begun. */
export function waitingReading(
  { sourceKind, sourceRef }: Waiting,
  orderNos: ReadonlyMap<string, string>,
): Reading {
  const orderId = orderOfLot({ kind: sourceKind, ref: sourceRef });
  return { ...earnedBy(sourceKind), ...named("order", orderNos.get(orderId ?? "")) };
}
