/**
 * Payments of dealers: entering one for a month, taking back a wrong one, and what of a month is paid
 * and open.
 */
import type { DealerPayment, OwnStatement } from "@yunjing/contract/schemas/dealers";
import type { Context } from "../../../platform/context.ts";
import { violatedConstraint } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { dealerStatement, owedOf } from "./actions.ts";
import {
  addPaid,
  findPayment,
  insertPayment,
  insertReversal,
  listPayments,
  paidIn,
  subtractPaid,
} from "./store/payments.ts";
import { findTerms } from "./store.ts";

export type NewPayment = {
  readonly memberId: string;
  /** `2026-11`. */
  readonly month: string;
  readonly amountFen: number;
  readonly slip: string;
  readonly reason: string;
  readonly operatorId: string;
  readonly key: string;
};

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

async function enter(context: Context, tx: Tx, payment: NewPayment) {
  const { memberId, month, amountFen } = payment;
  const owedFen = await owedOf(tx, payment);
  const paidFen = await addPaid(tx, { memberId, month, amountFen, owedFen });
  if (paidFen === undefined) {
    const openFen = Math.max(0, owedFen - (await paidIn(tx, memberId, month)));
    const text = openFen === 0 ? "这个月没有待付的金额" : `最多登记待付的 ${yuan(openFen)}`;
    throw new Refusal("INPUT_INVALID", { field: "amountFen", text });
  }
  const paymentId = context.ids.next();
  await insertPayment(tx, { ...payment, paymentId, now: context.clock.sql() });
  return { paymentId, openFen: owedFen - paidFen };
}

/**
 * Enters a payment for a month, once for each key and slip. Refuses NOT_FOUND for a member who is no
 * dealer, and INPUT_INVALID for more than is open or for a slip that was entered before.
 */
export async function enterPayment(
  context: Context,
  db: Db,
  payment: NewPayment,
): Promise<{ paymentId: string; openFen: number }> {
  const { memberId, operatorId, key, ...body } = payment;
  if (!(await findTerms(db, memberId))) throw new Refusal("NOT_FOUND");
  const intent = { memberId: operatorId, route: "operatorDealers.paid", key };
  const wanted = { ...intent, body: { ...body, memberId } };
  // The slip's constraint decides between two payments at once.
  try {
    return await runIdempotently(context, db, wanted, (tx) => enter(context, tx, payment));
  } catch (error) {
    if (violatedConstraint(error) !== "code_dealer_payment_slip_once") throw error;
    throw new Refusal("INPUT_INVALID", { field: "slip", text: "这张凭证在这个月已登记过" });
  }
}

export type NewReversal = {
  readonly memberId: string;
  readonly paymentId: string;
  readonly reason: string;
  readonly operatorId: string;
  readonly key: string;
};

/**
 * Takes back a payment that was entered wrongly: the payment stays, a reversal names it, and its month
 * is open by its amount again. Refuses NOT_FOUND for a payment of another dealer, and STATE_CHANGED
 * for one that was reversed before. Returns what is open, in fen.
 */
export function reversePayment(
  context: Context,
  db: Db,
  reversal: NewReversal,
): Promise<{ openFen: number }> {
  const { operatorId, key, ...body } = reversal;
  const intent = { memberId: operatorId, route: "operatorDealers.reverse", key, body };
  return runIdempotently(context, db, intent, async (tx) => {
    const payment = await findPayment(tx, reversal);
    if (!payment) throw new Refusal("NOT_FOUND", { field: "paymentId", text: "没有这笔付款" });
    if (!(await insertReversal(tx, { ...reversal, now: context.clock.sql() })))
      throw new Refusal("STATE_CHANGED", { field: "paymentId", text: "这笔付款已经撤销过" });
    const paidFen = await subtractPaid(tx, payment);
    return { openFen: (await owedOf(tx, payment)) - paidFen };
  });
}

/** Returns what a dealer paid for a month and still counts, and every payment, the latest first. */
export async function paymentsOfMonth(
  db: Db,
  dealer: { readonly memberId: string; readonly month: string },
): Promise<{ paidFen: number; payments: DealerPayment[] }> {
  const [paidFen, payments] = await Promise.all([
    paidIn(db, dealer.memberId, dealer.month),
    listPayments(db, dealer),
  ]);
  return { paidFen, payments };
}

/**
 * Returns the statement of a month as its dealer sees it, without the names of operators. Refuses
 * NOT_FOUND for a member who is not a dealer.
 */
export async function ownStatement(
  context: Context,
  db: Db,
  dealer: { readonly memberId: string; readonly month: string },
): Promise<OwnStatement> {
  const statement = await dealerStatement(context, db, dealer);
  const { paidFen, payments } = await paymentsOfMonth(db, dealer);
  return {
    ...statement,
    paidFen,
    openFen: statement.owedFen - paidFen,
    payments: payments.map(({ amountFen, slip, at, reversal }) => ({
      amountFen,
      slip,
      at,
      ...(reversal && { reversedAt: reversal.at }),
    })),
  };
}
