/**
 * Fixtures for our records of a day: payments, refunds and supplies, inserted some ten thousand at
 * once.
 */
import type pg from "pg";
import { queryWithoutTriggers } from "../../../platform/database/superuser.fixture.ts";

export type OwnPayment = {
  readonly outNo: string;
  readonly number: string;
  readonly amountFen: number;
  readonly at: Date;
  readonly state?: "SUCCESS" | "CLOSED";
};
/** A refund of the payment whose number is `of`. */
export type OwnReturn = {
  readonly outNo: string;
  readonly of: string;
  readonly number: string | null;
  readonly amountFen: number;
  readonly at: Date;
  readonly state?: "DONE" | "PROCESSING" | "ABNORMAL";
};
export type OwnSupply = {
  readonly outNo: string;
  readonly number: string | null;
  readonly amountFen: number;
  readonly at: Date;
  readonly state?: "SUCCESS" | "FAILED" | "UNKNOWN";
};

const BEFORE_MS = 30_000;

/** Inserts some ten thousand rows at once, past all triggers. */
export function recordInserters(owner: Pick<pg.Client, "query">, newId: () => string) {
  const put = (text: string, rows: readonly object[]) =>
    queryWithoutTriggers(owner, text, [JSON.stringify(rows)]);
  return {
    payments: (all: readonly OwnPayment[]) =>
      put(
        `WITH x AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS x("memberId" uuid, id uuid, biz uuid, "outNo" text,
           number text, "amountFen" bigint, at timestamptz, state text, "isPaid" boolean)),
         numbers AS (INSERT INTO trade_no SELECT "outNo", "memberId", id FROM x)
         INSERT INTO payment_attempt (member_id, id, biz_type, biz_id, via, out_trade_no, title, amount_fen, payer_hash,
           payer_sealed, state, outcome, transaction_id, expires_at, created_at, paid_at, ended_at)
         SELECT "memberId", id, 'order', biz, 'jsapi', "outNo", '商品', "amountFen", '', '', state,
           CASE WHEN "isPaid" THEN 'won' END, CASE WHEN "isPaid" THEN number END, at + interval '15 minutes',
           at - interval '30 seconds', CASE WHEN "isPaid" THEN at END, at FROM x`,
        all.map(({ state = "SUCCESS", ...one }) => ({
          ...one,
          state,
          isPaid: state === "SUCCESS",
          memberId: newId(),
          id: newId(),
          biz: newId(),
        })),
      ),
    returns: (all: readonly OwnReturn[]) =>
      put(
        `WITH x AS (SELECT x.*, t.owner_id, t.attempt_id FROM jsonb_to_recordset($1::jsonb) AS x(id uuid, "outNo" text,
           "of" text, number text, "amountFen" bigint, at timestamptz, began timestamptz, state text)
           JOIN trade_no t ON t.out_trade_no = x."of"),
         numbers AS (INSERT INTO payment_return_no SELECT "outNo", owner_id, id FROM x)
         INSERT INTO payment_return (member_id, id, attempt_id, refund_no, amount_fen, reason, state, channel_refund_no,
           next_look_at, created_at, ended_at)
         SELECT owner_id, id, attempt_id, "outNo", "amountFen", '来晚了', state, number,
           CASE WHEN state <> 'DONE' THEN at END, began, CASE WHEN state = 'DONE' THEN at END FROM x`,
        all.map(({ state = "DONE", ...one }) => ({
          ...one,
          state,
          id: newId(),
          began: new Date(one.at.getTime() - BEFORE_MS),
        })),
      ),
    supplies: (supplierId: string, all: readonly OwnSupply[]) =>
      put(
        `WITH x AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS x("memberId" uuid, id uuid, "orderId" uuid,
           "outNo" text, number text, "amountFen" integer, at timestamptz, state text, supplier text)),
         numbers AS (INSERT INTO supplier_out_no SELECT "outNo", "memberId", id, supplier FROM x)
         INSERT INTO supplier_order (member_id, id, order_id, supplier_id, out_no, request, state, supplier_no, cost_fen,
           next_look_at, created_at, ended_at)
         SELECT "memberId", id, "orderId", supplier, "outNo", '{"kind":"topup","quantity":1}', state, number,
           "amountFen", CASE WHEN state = 'UNKNOWN' THEN at END, at - interval '5 seconds',
           CASE WHEN state <> 'UNKNOWN' THEN at END FROM x`,
        all.map(({ state = "SUCCESS", ...one }) => ({
          ...one,
          state,
          supplier: supplierId,
          memberId: newId(),
          id: newId(),
          orderId: newId(),
        })),
      ),
  };
}
