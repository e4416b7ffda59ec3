/**
 * Confirms receipt: the member states that a meal was picked up or tickets were used, and the order
 * ends.
 */
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import type { OrderRef, OrderView } from "./use-order.ts";

const questions = {
  meal: {
    title: "确认已取餐？",
    content: "确认后订单完成，取餐码不再显示在待取餐里。",
    confirmText: "我已取餐",
  },
  ticket: {
    title: "确认已使用？",
    content: "确认后订单完成，取票码不再显示在待使用里。",
    confirmText: "我已使用",
  },
};
/** Returns the texts of the confirmation for this order. */
export const receivedTexts = (order: OrderView["order"]) =>
  order?.kind === "meal" ? questions.meal : questions.ticket;

/** Asks for confirmation and sends it; the page then shows the result. */
export async function confirmReceived(name: OrderRef, view: OrderView): Promise<void> {
  const yes = await confirm({ ...receivedTexts(view.order), cancelText: "还没有" });
  if (!yes) return;
  const received =
    name.by === "receipt"
      ? api.orders.receiptReceived({ receiptToken: name.token })
      : withIdempotencyKey(`received:${name.orderNo}`, (idempotencyKey) =>
          api.orders.received({ orderNo: name.orderNo }, { idempotencyKey }),
        );
  await received.then(view.show, (failure: unknown) =>
    toast(userMessageFor(failure), { kind: "failed" }),
  );
}
