/** What tests of a meal beyond its voucher share: a meal of 60 元, and a till whose channel does as told. */
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
import { createRefundStarter } from "../payments/actions.ts";
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

/** The menu's hash, which an order of a meal names. */
export const menuHashOf = async ({ context, db }: ExchangeTestEnv): Promise<string> =>
  (await showMenu(context, db, STORE)).hash;

/** Gives a member 100 元 to pay with. */
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

/** A session on a code; without a member a guest's. */
export async function openCodeSession(
  { context, db }: ExchangeTestEnv,
  code: string,
  memberId: string | undefined,
): Promise<string> {
  const caller = { code, memberId, device: "", address: "10.1.0.1", session: undefined };
  return (await openSession(context, db, caller)).session;
}

/** Three burgers: 60 元, on a voucher of 50 元 unless it is another's session. */
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

/** The till: a channel that does as told, with orders and refunds listening. */
export function createCheckout({ context, db }: ExchangeTestEnv, nextKey: () => string) {
  const scripted = scriptedChannel();
  const codes = codeRedeemer(context);
  const payments = {
    channel: scripted.channel,
    payers: fakePayers(scripted.channel.account.appId),
    listener: paymentListener(context, { codes }),
    refundListener: refundListener(context, scripted.channel),
    refundStarter: createRefundStarter(context),
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
    /** The payer pays at the channel, and the product asks it. */
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

/** Whose an order is, and its id. */
export async function orderKeyOf({ db }: ExchangeTestEnv, orderNo: string) {
  const claim = `SELECT owner_id AS "ownerId", order_id AS "orderId" FROM order_no_claim WHERE order_no = $1`;
  const { rows } = await db.$client.query<{ ownerId: string; orderId: string }>(claim, [orderNo]);
  if (!rows[0]) throw new Error("the order has a number");
  return rows[0];
}

/** How many orders suppliers were asked for. */
export const countSupplierOrders = ({ db }: ExchangeTestEnv) =>
  count(db, "SELECT count(*) FROM supplier_order");
/** Fen of vouchers that were used. */
export const usedVoucherFen = ({ db }: ExchangeTestEnv) =>
  count(db, "SELECT coalesce(sum(amount), 0) FROM ledger_transfer WHERE debit = 'codes_sold'");
