/** Calls the SQL functions that place, pay and end shop orders: one statement each. */
import { raisedRefusal } from "../../../platform/database/failure.ts";
import { type Db, runPrepared, type Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";
import { sql } from "drizzle-orm";
import { rethrowLedgerError } from "../../ledger/actions.ts";
import type { OrderKey } from "./read.ts";

export type Intent = { readonly route: string; readonly key: string; readonly hash: Buffer };

/** Converts a refusal raised by an SQL function to a Refusal; rethrows anything else. */
export function rethrow(error: unknown): never {
  const refusal = raisedRefusal(error);
  if (refusal) throw refusal;
  return rethrowLedgerError(error);
}

/** Instants in ms. */
export type PlacedOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly createdAt: number;
  readonly expiresAt: number;
};
type Answer<Result> =
  | { readonly outcome: "done" | "replay"; readonly result: Result }
  | { readonly outcome: "reused" };

const place = {
  name: "orders_place",
  text: "SELECT * FROM orders_place($1,$2,$3,$4,$5,$6,$7,$8)",
};

/** The same, saving the entered accounts within the same statement; a replay saves nothing. */
const placeAndSaveAccounts = {
  name: "orders_place_keeping",
  text: `SELECT p.*, CASE WHEN p.outcome = 'done' THEN accounts_save($1, $9, $10, $8) END
         FROM orders_place($1,$2,$3,$4,$5,$6,$7,$8) p`,
};

/**
 * See `functions/place.sql`, and `functions/save.sql` of the accounts module. Refuses what it
 * raises.
 */
export async function callPlace(
  db: Db,
  wanted: {
    memberId: string;
    intent: Intent;
    order: object;
    items: readonly object[];
    receiptHash: Buffer;
    accounts: readonly object[];
    accountsMost: number;
    now: Now;
  },
): Promise<Answer<PlacedOrder>> {
  const storesAccounts = wanted.accounts.length > 0;
  const [answer] = await runPrepared<Answer<PlacedOrder>>(
    db,
    storesAccounts ? placeAndSaveAccounts : place,
    [
      wanted.memberId,
      wanted.intent.route,
      wanted.intent.key,
      wanted.intent.hash,
      JSON.stringify(wanted.order),
      JSON.stringify(wanted.items),
      wanted.receiptHash,
      wanted.now,
      ...(storesAccounts ? [JSON.stringify(wanted.accounts), wanted.accountsMost] : []),
    ],
  ).catch(rethrow);
  invariant(answer, "orders_place returns one row");
  return answer;
}

/** The proof for spending balance, and the free amounts without one, per order and per day. */
export type Spend = {
  readonly proof: Buffer | null;
  readonly freeFen: number;
  readonly dayFen: number;
};

export type Paid = { readonly orderId: string; readonly orderState: string };

const pay = {
  name: "orders_pay",
  text: "SELECT * FROM orders_pay($1,$2,$3,$4,$5,$6)",
};

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

const payValues = (wanted: PayCall): readonly unknown[] => [
  wanted.memberId,
  JSON.stringify({ ...wanted.intent, hash: wanted.intent.hash.toString("base64") }),
  wanted.orderNo,
  JSON.stringify({
    channel: wanted.channel,
    isChannelClosed: wanted.isChannelClosed,
    holdId: wanted.holdId,
    slackMs: wanted.slackMs,
    txnId: wanted.txnId,
  }),
  JSON.stringify({ ...wanted.spend, proof: wanted.spend.proof?.toString("base64") }),
  wanted.now,
];

/** See `functions/pay.sql`. Refuses what it raises. */
export async function callPay(db: Db, wanted: PayCall): Promise<PayAnswer> {
  const [answer] = await runPrepared<PayAnswer>(db, pay, payValues(wanted)).catch(rethrow);
  invariant(answer, "orders_pay returns one row");
  return answer;
}

/** The same as one step of a transaction. */
export async function callPayWithin(tx: Tx, wanted: PayCall): Promise<PayAnswer> {
  const values = sql.join(
    payValues(wanted).map((value) => sql`${sql.param(value)}`),
    sql`, `,
  );
  const { rows } = await tx
    .execute<PayAnswer>(sql`SELECT * FROM orders_pay(${values})`)
    .catch(rethrow);
  const [answer] = rows;
  invariant(answer, "orders_pay returns one row");
  return answer;
}

/** See `functions/close.sql`. */
export async function callClose(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  end: {
    to: "CANCELLED" | "CLOSED";
    reason: string;
    actor: { kind: string; id?: string };
    eventId: string;
    now: Now;
  },
): Promise<"closed" | "kept"> {
  const { rows } = await tx.execute<{ outcome: "closed" | "kept" }>(sql`
    SELECT orders_close(${ownerId}, ${orderId}, ${end.to}, ${end.reason}, ${end.actor.kind}, ${end.actor.id ?? null},
                        ${end.eventId}, ${end.now}::timestamptz) AS outcome`);
  const [row] = rows;
  invariant(row, "orders_close returns one row");
  return row.outcome;
}
