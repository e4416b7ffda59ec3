/**
 * Fixtures for meals above the voucher value: a meal of 60 元, and a checkout with a scripted
 * payment channel.
 */
import { transaction } from "../../platform/database/transaction.ts";
import { showMenu } from "../dining/actions.ts";
import { post } from "../ledger/actions.ts";
import {
  cancelOrder,
  fulfilmentListener,
  paymentListener,
  paymentOf,
  payOrder,
} from "../orders/actions.ts";
import { fakePayers } from "../payments/payers.ts";
import { scriptedChannel } from "../payments/testing.ts";
import { itemRefunder, refundListener } from "../refunds/actions.ts";
import { codeReturner } from "./actions/return-code.ts";
import { openSession } from "./actions/open.ts";
import { orderMeal } from "./actions/order-meal.ts";
import { codeRedeemer } from "./actions/waiting-code.ts";
import { type ExchangeTestEnv, count } from "./testing.ts";

export const wake = () => Promise.resolve();
const STORE = { storeId: "kfc-sh001", eatType: "take_away" } as const;

/** Returns the menu's hash, which a meal order must contain. */
export const menuHashOf = async ({ context, db }: ExchangeTestEnv): Promise<string> =>
  (await showMenu(context, db, STORE)).hash;

/** Grants a member a balance of 100 元. */
export const giveBalance = ({ context, db }: ExchangeTestEnv, memberId: string): Promise<unknown> =>
  transaction(db, (tx) =>
    post(context, tx, {
      memberId,
      actor: "system",
      kind: "adjust",
      ref: `means-${memberId}`,
      transfers: [{ asset: "CNY", debit: "expense", credit: "principal", amount: 10_000 }],
    }),
  );

/** Opens a session on a code; without a member it is a guest session. */
export async function openCodeSession(
  { context, db }: ExchangeTestEnv,
  code: string,
  memberId: string | undefined,
): Promise<string> {
  const caller = { code, memberId, device: "", address: "10.1.0.1", session: undefined };
  return (await openSession(context, db, caller)).session;
}

/** Orders three burgers for 60 元, on a voucher of 50 元 unless another session is given. */
export const orderBurgers = (
  { context, db }: ExchangeTestEnv,
  held: { session: string; memberId: string | undefined; menuHash: string; key: string },
) => {
  const { session, memberId, menuHash, key } = held;
  const input = {
    session,
    ...STORE,
    slot: "now",
    menuHash,
    contactPhone: "13912345678",
    lines: [{ productId: "burger", quantity: 3, options: [] }],
  };
  return orderMeal(context, db, { wake }, { memberId, key, input });
};

/** Creates a checkout: a scripted channel, with orders and refunds subscribed. */
export function createCheckout({ context, db }: ExchangeTestEnv, nextKey: () => string) {
  const scripted = scriptedChannel();
  const codes = codeRedeemer(context);
  const payments = {
    channel: scripted.channel,
    payers: fakePayers(scripted.channel.account.appId),
    listener: paymentListener(context, { codes }),
    refundListener: refundListener(context, scripted.channel),
  };
  const deps = { payments, wake, codes };
  return {
    pay: (memberId: string, orderNo: string, channel: "balance" | "wechat") =>
      payOrder(context, db, deps, {
        memberId,
        key: nextKey(),
        address: "10.0.0.1",
        input: { orderNo, channel },
      }),
    /** Simulates that the payer pays at the channel and the product queries it. */
    bring: (memberId: string, orderNo: string, outTradeNo: string) => {
      scripted.pay(outTradeNo);
      return paymentOf(context, db, payments, { memberId, orderNo });
    },
    cancel: (memberId: string, orderNo: string) =>
      cancelOrder(context, db, deps, { memberId, key: nextKey(), orderNo }),
    deps,
  };
}

export const supplierListener = ({ context }: ExchangeTestEnv) =>
  fulfilmentListener(context, { codes: codeReturner(context), refunds: itemRefunder(context) });

/** Returns an order's owner and id. */
export async function orderKeyOf({ db }: ExchangeTestEnv, orderNo: string) {
  const claim = `SELECT owner_id AS "ownerId", order_id AS "orderId" FROM order_no_claim WHERE order_no = $1`;
  const { rows } = await db.$client.query<{ ownerId: string; orderId: string }>(claim, [orderNo]);
  if (!rows[0]) throw new Error("the order has a number");
  return rows[0];
}

/** Counts the orders sent to suppliers. */
export const countSupplierOrders = ({ db }: ExchangeTestEnv) =>
  count(db, "SELECT count(*) FROM supplier_order");
/** Returns the redeemed voucher value in fen. */
export const usedVoucherFen = ({ db }: ExchangeTestEnv) =>
  count(db, "SELECT coalesce(sum(amount), 0) FROM ledger_transfer WHERE debit = 'codes_sold'");
