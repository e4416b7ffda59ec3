/** Calls the SQL functions that place, pay and end shop orders: one statement each. */
import { raisedRefusal } from "../../../platform/database/failure.ts";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import { retried } from "../../../platform/database/transaction.ts";
import type { Now } from "../../../platform/database/sql.ts";
import type { ArgumentsOf, ResultOf } from "../../../platform/database/sql-function.ts";
import { invariant } from "../../../platform/refusal.ts";
import { accountsSave } from "../../../sql/accounts.ts";
import { ordersClose, ordersPay, ordersPlace } from "../../../sql/orders.ts";
import { rethrowLedgerError } from "../../ledger/actions.ts";
import type { StatementJudgement } from "../../risk/port.ts";
import type { OrderKey } from "./read.ts";

export type Intent = { readonly route: string; readonly key: string; readonly hash: Buffer };

/** Converts a refusal raised by an SQL function to a Refusal; rethrows anything else. */
export function rethrow(error: unknown): never {
  const refusal = raisedRefusal(error);
  if (refusal) throw refusal;
  return rethrowLedgerError(error);
}

type PlaceRow = ResultOf<typeof ordersPlace>;
/** Instants in ms. */
export type PlacedOrder = NonNullable<PlaceRow["result"]>;
type Answer<Result> =
  | { readonly outcome: "done" | "replay"; readonly result: Result }
  | { readonly outcome: "reused" };

export const sealedIntent = ({ route, key, hash }: Intent) => ({
  route,
  key,
  hash: hash.toString("base64"),
});

type PlaceCall = {
  readonly memberId: string;
  readonly intent: Intent;
  readonly order: ArgumentsOf<typeof ordersPlace>["order"];
  readonly items: ArgumentsOf<typeof ordersPlace>["items"];
  readonly receiptHash: Buffer;
  readonly accounts: readonly object[];
  readonly accountsMost: number;
  readonly now: Now;
};

/**
 * Saves the entered accounts within the same statement; a replay saves nothing. See
 * `accounts_save`.
 */
const placeAndSaveAccounts = {
  name: "orders_place_keeping",
  text: `SELECT ${ordersPlace.columns}, CASE WHEN outcome = 'done' THEN ${accountsSave.text({
    member: "$1",
    accounts: "$9",
    most: "$10",
    now: "$8",
  })} END
         FROM ${ordersPlace.textFrom(1)}`,
};

/** See `functions/place.sql`. Refuses what it raises. */
export async function callPlace(db: Db, wanted: PlaceCall): Promise<Answer<PlacedOrder>> {
  const { memberId: member, intent, order, items, receiptHash: receipt, now } = wanted;
  const values = { member, ...intent, order, items, receipt, now };
  const saved = [JSON.stringify(wanted.accounts), wanted.accountsMost];
  const placed =
    wanted.accounts.length === 0
      ? ordersPlace(db, values)
      : runPrepared<Record<string, unknown>>(db, placeAndSaveAccounts, [
          ...ordersPlace.values(values),
          ...saved,
        ]).then(ordersPlace.read);
  const { outcome, result } = await placed.catch(rethrow);
  if (outcome === "reused") return { outcome };
  invariant(result, "a placed order is returned");
  return { outcome, result };
}

/** The proof for spending balance, and the free amounts without one, per order and per day. */
export type Spend = {
  readonly proof: Buffer | null;
  readonly freeFen: number;
  readonly dayFen: number;
};

export type Paid = NonNullable<ResultOf<typeof ordersPay>["result"]>;

export type PayCall = {
  readonly memberId: string;
  readonly intent: Intent;
  readonly orderNo: string;
  readonly channel: "balance" | "none";
  readonly isChannelClosed: boolean;
  readonly spend: Spend;
  readonly holdId: string;
  readonly slackMs: number;
  readonly txnId: string;
  readonly now: Now;
};
export type PayAnswer = Answer<Paid> | { readonly outcome: "paying" };

const payArguments = (wanted: PayCall): ArgumentsOf<typeof ordersPay> => {
  const { channel, isChannelClosed, holdId, slackMs, txnId, spend } = wanted;
  return {
    member: wanted.memberId,
    intent: sealedIntent(wanted.intent),
    orderNo: wanted.orderNo,
    payment: { channel, isChannelClosed, holdId, slackMs, txnId },
    spend: { ...spend, proof: spend.proof?.toString("base64") ?? null },
    now: wanted.now,
  };
};

const payAnswerOf = ({ outcome, result }: ResultOf<typeof ordersPay>): PayAnswer => {
  if (outcome === "reused" || outcome === "paying") return { outcome };
  invariant(result, "a paid order is returned");
  return { outcome, result };
};

/**
 * See `functions/pay.sql`: one statement, or one step of the caller's transaction. Refuses what it
 * raises.
 */
export const callPay = async (db: Db | Tx, wanted: PayCall): Promise<PayAnswer> =>
  payAnswerOf(await ordersPay(db, payArguments(wanted)).catch(rethrow));

/**
 * Pays and judges in one statement; a repeat is not judged. Refuses what `callPay` refuses, and
 * RISK_REFUSED, which undoes the payment.
 */
export async function callPayJudged(
  db: Db,
  wanted: PayCall,
  { textFrom, values, refusalOf }: StatementJudgement,
): Promise<PayAnswer> {
  const paid = ordersPay.values(payArguments(wanted));
  const text = `SELECT ${ordersPay.columns},
                       CASE WHEN outcome = 'done' THEN ${textFrom(paid.length + 1)} END
                FROM ${ordersPay.textFrom(1)}`;
  const statement = { name: "orders_pay_judged", text };
  const run = () => runPrepared<Record<string, unknown>>(db, statement, [...paid, ...values]);
  const found = await retried(run).catch((error: unknown) => {
    const refused = refusalOf(error);
    if (refused) throw refused;
    return rethrow(error);
  });
  return payAnswerOf(ordersPay.read(found));
}

/** See `functions/close.sql`. */
export const callClose = (
  tx: Tx,
  { ownerId: member, orderId: order }: OrderKey,
  {
    actor,
    eventId: event,
    ...end
  }: {
    to: "CANCELLED" | "CLOSED";
    reason: string;
    actor: { kind: string; id?: string };
    eventId: string;
    now: Now;
  },
): Promise<"closed" | "kept"> =>
  ordersClose(tx, {
    member,
    order,
    actorKind: actor.kind,
    actor: actor.id ?? null,
    event,
    ...end,
  });
