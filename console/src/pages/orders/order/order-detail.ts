/** What the parts of the order page share: the order's type, and sentences derived from it. */
import type { api, OutputOf } from "../../../api/client.ts";
import { durationText, timeText } from "../../../parts/format.ts";
import type { SupplierOrder } from "../../../parts/record/attempts.tsx";

export type OrderDetail = OutputOf<typeof api.operatorOrders.detail>;

const QUERIES_PER_DAY = 10;

/** The newest supplier order without a definite answer. */
export const undecidedOf = ({ supplierOrders }: OrderDetail): SupplierOrder | undefined =>
  supplierOrders.findLast(({ endedAt }) => endedAt === undefined);

/** True while the order may change by itself; the page then loads again every few seconds. */
export const isMoving = (detail: OrderDetail): boolean =>
  undecidedOf(detail) !== undefined || detail.order.display === "refunding";

/** The second line of the head: when it was placed, and what the system does next. */
export function nextStepOf(detail: OrderDetail): string {
  const { order } = detail;
  const undecided = undecidedOf(detail);
  const placed = `${timeText(order.createdAt)} 下单`;
  if (!undecided) {
    const ended = order.finishedAt === undefined ? "" : `，${timeText(order.finishedAt)} 结束`;
    return `${placed}${ended}`;
  }
  const { nextQueryAt, queriesToday, claimedBy } = undecided;
  const age = `，已 ${durationText(Date.now() - order.createdAt)}`;
  const next = nextQueryAt === undefined ? "" : `；下次查询 ${timeText(nextQueryAt).slice(-8)}`;
  const left = `，今天还能查 ${Math.max(0, QUERIES_PER_DAY - queriesToday)} 次`;
  const holder = claimedBy === undefined ? "" : `${claimedBy.name} 正在处理 · `;
  return `${holder}${placed}${age}${next}${left}`;
}
