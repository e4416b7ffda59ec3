/** Cancels an unpaid order after a confirmation. */
import type { OrderDetail } from "@yunjing/contract/schemas/orders";
import { api } from "../../api.ts";
import { userMessageFor } from "../../device/failure.ts";
import { withIdempotencyKey } from "../../device/idempotency.ts";
import { confirm, toast } from "../../shell/facade/facade.ts";

/**
 * Returns the order after the cancellation; undefined when the member declined or the order could
 * not be cancelled.
 */
export async function cancelOrder(orderNo: string): Promise<OrderDetail | undefined> {
  const isSure = await confirm({
    title: "取消这个订单？",
    content: "取消后不能再支付，占用的优惠券、积分和余额会退回账户。",
    confirmText: "取消订单",
    cancelText: "再想想",
  });
  if (!isSure) return undefined;
  return withIdempotencyKey(`cancel:${orderNo}`, (idempotencyKey) =>
    api.buying.cancel({ orderNo }, { idempotencyKey }),
  ).then(
    async (order) => {
      await toast("订单已取消", { kind: "done" });
      return order;
    },
    async (failure: unknown) => {
      await toast(userMessageFor(failure), { kind: "failed" });
      return undefined;
    },
  );
}
