/** The operators' lists of payments and of the channel's notifications: spans, pages and rows. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { PaymentRow } from "@yunjing/contract/schemas/operators/payments";
import type { Context } from "../../../platform/context.ts";
import {
  cursorOf,
  keysetPageOf,
  keysetResult,
  readCursor,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { spanOf } from "../span.ts";
import { listNotices } from "../store/notice-list.ts";
import { listPayments, type PaymentRowData } from "../store/payment-list.ts";

const PAGE_SIZE = 20;

function paymentRowOf(row: PaymentRowData): PaymentRow {
  const { id: _id, micros: _micros, memberNo, nickname, phone, ...payment } = row;
  const { channelNo, via, outcome, word, bizNo, paymentNo, paidAt, endedAt, ...rest } = payment;
  return {
    ...rest,
    ...(memberNo === null ? {} : { member: { memberNo, nickname, phone } }),
    ...withoutNulls({ channelNo, via, outcome, word, bizNo, paymentNo, paidAt, endedAt }),
  };
}

/**
 * Returns a page of payments, returns or refunds, newest first. Without a member or a number it
 * covers 24 hours, or the span of `from` and `to` of at most 31 days. Refuses INPUT_INVALID, also for
 * returns and refunds that shall be unmatched: only a payment can be.
 */
export async function operatorPaymentList(
  context: Context,
  db: Db,
  input: Input<"operatorPayments", "list">,
): Promise<Output<"operatorPayments", "list">> {
  const { cursor, pageSize, kind = "payment", ...wanted } = input;
  if (wanted.stage === "unmatched" && kind !== "payment") {
    throw new Refusal("INPUT_INVALID", { field: "stage" });
  }
  const isBounded = wanted.memberNo !== undefined || wanted.number !== undefined;
  const span = spanOf(context.clock.now(), wanted, isBounded);
  const page = keysetPageOf({ cursor, pageSize });
  const rows = await listPayments(db, { ...wanted, ...span, kind }, page);
  return keysetResult(rows, page, paymentRowOf);
}

/**
 * Returns a page of the channel's notifications, newest first; without a number at most 31 days.
 * Refuses INPUT_INVALID, and BAD_REQUEST for a bad cursor.
 */
export async function operatorNoticeList(
  context: Context,
  db: Db,
  input: Input<"operatorPayments", "notices">,
): Promise<Output<"operatorPayments", "notices">> {
  const { cursor, pageSize = PAGE_SIZE, ...wanted } = input;
  const span = spanOf(context.clock.now(), wanted, wanted.number !== undefined);
  const page = { after: readCursor(cursor), limit: pageSize + 1 };
  const found = await listNotices(db, { ...wanted, ...span }, page);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return {
    list: rows.map(({ id, micros: _micros, no, text, orderNo, memberNo, ...notice }) => ({
      noticeId: id,
      ...notice,
      ...withoutNulls({ no, text, orderNo, memberNo }),
    })),
    ...(found.length > pageSize && last ? { nextCursor: cursorOf(last) } : {}),
  };
}
