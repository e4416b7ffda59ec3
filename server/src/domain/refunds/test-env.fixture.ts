/**
 * A small shop with refunds: orders paid by every tender at once, delivered or failed, with a
 * scripted channel.
 */
import { transaction } from "../../platform/database/transaction.ts";
import { fulfilmentListener } from "../orders/actions.ts";
import { paymentOf } from "../orders/actions/payment.ts";
import { openShop, type ShopEnv } from "../orders/shop.fixture.ts";
import type { PaymentDeps } from "../payments/actions.ts";
import {
  applyForRefund,
  sendRefund,
  itemRefunder,
  pollDueRefunds,
  refundListener,
  refundSheetOf,
} from "./actions.ts";

type Units = { readonly itemId: string; readonly quantity: number };

const query = async <T extends object>({ db }: ShopEnv, text: string, values: readonly unknown[]) =>
  (await db.$client.query<T>(text, [...values])).rows;

/** Returns the key of a refund. */
async function ownerOf(shop: ShopEnv, refundNo: string) {
  const [key] = await query<{ ownerId: string; id: string }>(
    shop,
    'SELECT owner_id AS "ownerId", refund_id AS id FROM refund_no WHERE refund_no = $1',
    [refundNo],
  );
  if (!key) throw new Error(`no refund ${refundNo}`);
  return key;
}

/** The actions of members, outbox handlers and the channel on refunds. */
function refundsAt(shop: ShopEnv) {
  const { context, db, scripted } = shop;
  const { channel } = scripted;
  const listener = refundListener(context, channel);
  return {
    listener,
    sheet: (memberId: string, orderNo: string) => refundSheetOf(context, db, memberId, orderNo),
    apply: (memberId: string, orderNo: string, items?: readonly Units[], key = shop.nextKey()) =>
      applyForRefund(context, db, { memberId, key, orderNo, items, reason: "不想要了" }),
    /** Runs the outbox handler for a refund. */
    ask: async (refundNo: string) =>
      sendRefund(context, db, channel, await ownerOf(shop, refundNo)),
    poll: () => pollDueRefunds(context, db, channel),
    /** Decides at the channel, and notifies the server. */
    async decide(refundNo: string, state: "success" | "abnormal" | "closed"): Promise<void> {
      const update = scripted.settleRefund(refundNo, state);
      await transaction(db, (tx) => listener.onRefundUpdate(tx, update));
    },
  };
}

/** Delivers or fails an order's items. */
function deliveriesAt(shop: ShopEnv) {
  const { context, db } = shop;
  const codes = { returnCode: () => Promise.resolve("returned" as const) };
  const listener = fulfilmentListener(context, { codes, refunds: itemRefunder(context) });
  return {
    async deliverCards(orderNo: string, quantity: number): Promise<void> {
      const cards = Array.from({ length: quantity }, (_, n) => ({
        code: `C${n}`,
        secret: `S${n}`,
      }));
      await shop.deliver(orderNo, cards);
    },
    async fail(orderNo: string): Promise<void> {
      const [item] = await shop.itemsOf(orderNo);
      if (!item) throw new Error("no such item");
      const { ownerId, orderId, itemId } = item;
      await transaction(db, (tx) =>
        listener.onFailed(tx, { ownerId, orderId, itemId, reason: "库存不足" }),
      );
    },
  };
}

export type RefundEnv = Awaited<ReturnType<typeof openRefundEnv>>;

/** `size` is the number of connections. */
export async function openRefundEnv(size = 8) {
  const shop = await openShop(size);
  const { context, db, scripted } = shop;
  const { listener, ...refunds } = refundsAt(shop);
  const payments: PaymentDeps = { ...shop.payments, refundListener: listener };
  await shop.offer({ id: "card", delivery: "card", stock: 64 });
  await shop.offer({ id: "topup", delivery: "topup" });
  const rows = <T extends object>(text: string, values: readonly unknown[] = []) =>
    query<T>(shop, text, values);
  /** Pays what is left of an order by WeChat. */
  const payAll = async (memberId: string, orderNo: string): Promise<void> => {
    const begun = await shop.pay(memberId, orderNo, "wechat");
    scripted.pay(begun.outTradeNo ?? "");
    const { state } = await paymentOf(context, db, payments, { memberId, orderNo });
    if (state !== "paid") throw new Error(`the order is ${state}`);
  };

  return {
    ...shop,
    ...refunds,
    ...deliveriesAt(shop),
    channel: scripted.channel,
    rows,
    payAll,
    /** Places and pays an order of `quantity` cards, by a coupon, points, balance and cash. */
    async mixedOrder(memberId: string, quantity: number): Promise<string> {
      await shop.coupon(memberId, 101);
      const items = [{ skuId: "card", quantity }];
      const { orderNo } = await shop.order(memberId, { items, usePoints: true, useBalance: true });
      await payAll(memberId, orderNo);
      return orderNo;
    },
    /** Returns the non-zero sums of the contra accounts. */
    async contraSums(): Promise<Record<string, number>> {
      const lines = await rows<{ purpose: string; change: number }>(
        `SELECT purpose, sum(change)::int AS change FROM ledger_line
         WHERE version IS NULL AND asset = 'CNY'
           AND purpose IN ('clearing', 'revenue', 'suspense', 'channel') GROUP BY 1 HAVING sum(change) <> 0`,
      );
      return Object.fromEntries(lines.map(({ purpose, change }) => [purpose, change]));
    },
  };
}
