/**
 * Reads batches: a single one, a page of them, and single codes by their last four symbols for
 * support.
 */
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { orderNoOf } from "../../orders/actions.ts";
import { type BatchRow, codesByLast4, findBatch, listBatches } from "./store.ts";

/** The reader: makers see their own batches, operators in the console see all. */
export type BatchAccess = { readonly memberId: string; readonly maySeeAll: boolean };

/** How long an expired proposal is still shown. */
const EXPIRED_SHOWN_MS = 7 * 24 * 60 * 60 * 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function shownBatch({ clock }: Context, batch: BatchRow): Batch {
  const { checkerId, reason, exportKeyBy, exportKeyAt, dealerFen, owedFen, waiting, ...rest } =
    batch;
  const { expiresAt, exportExpiresAt, ...row } = rest;
  const now = clock.now().getTime();
  const isOver = row.target.validUntil <= now;
  const isReady = row.state === "ready";
  return {
    ...row,
    waiting: waiting
      .filter((one) => one.expiresAt + EXPIRED_SHOWN_MS > now)
      .map((one) => ({ ...one, isExpired: one.expiresAt <= now })),
    isExportExpired: !exportKeyBy && exportExpiresAt !== null && exportExpiresAt <= now,
    ...(exportExpiresAt === null ? {} : { exportExpiresAt }),
    isExpired: isReady && (expiresAt === null || expiresAt <= now),
    ...(isReady && expiresAt !== null ? { expiresAt } : {}),
    expired: isOver ? row.asleep + row.live + row.frozen : 0,
    ...(checkerId === null ? {} : { checkerId }),
    ...(reason === null ? {} : { reason }),
    ...(exportKeyBy && exportKeyAt ? { exportKey: { takenBy: exportKeyBy, at: exportKeyAt } } : {}),
    ...(dealerFen === null || owedFen === null ? {} : { dealer: { priceFen: dealerFen, owedFen } }),
  };
}

/**
 * Returns a batch that this person may see. Refuses NOT_FOUND for another maker's batch and for an
 * unknown one.
 */
export async function findVisibleBatch(
  db: Db | Tx,
  { memberId, maySeeAll }: BatchAccess,
  batchId: string,
) {
  const row = UUID.test(batchId) ? await findBatch(db, batchId) : undefined;
  if (!row || (!maySeeAll && row.makerId !== memberId)) throw new Refusal("NOT_FOUND");
  return row;
}

/** Refuses NOT_FOUND. */
export const readBatch = async (
  context: Context,
  db: Db | Tx,
  reading: BatchAccess,
  batchId: string,
): Promise<Batch> => shownBatch(context, await findVisibleBatch(db, reading, batchId));

/** Returns a maker's batches, newest first. The cursor is the last batch of the previous page. */
export async function pageOfBatches(
  context: Context,
  db: Db,
  makerId: string,
  input: Input<"batches", "list">,
): Promise<Output<"batches", "list">> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor } = input;
  if (cursor !== undefined && !UUID.test(cursor)) throw new Refusal("BAD_REQUEST");
  const rows = await listBatches(db, {
    makerId,
    after: cursor,
    skip: cursor === undefined ? (page - 1) * pageSize : 0,
    limit: pageSize + 1,
  });
  const list = rows.slice(0, pageSize).map((row) => shownBatch(context, row));
  const hasMore = rows.length > pageSize;
  const last = list.at(-1);
  return {
    list,
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: last.batchId } : {}),
  };
}

/**
 * Returns serial, last four symbols, state and the resulting order; never the whole code. Refuses
 * NOT_FOUND.
 */
export async function codesOfBatch(
  db: Db,
  reading: BatchAccess,
  { batchId, last4 }: Input<"batches", "codes">,
): Promise<Output<"batches", "codes">> {
  await findVisibleBatch(db, reading, batchId);
  const lines = await codesByLast4(db, batchId, last4.toUpperCase());
  const list = await Promise.all(
    lines.map(async ({ ownerId, orderId, redeemedAt, ...line }) => {
      const orderNo = ownerId && orderId ? await orderNoOf(db, { ownerId, orderId }) : undefined;
      return {
        ...line,
        ...(orderNo === undefined ? {} : { orderNo }),
        ...(redeemedAt === null ? {} : { redeemedAt }),
      };
    }),
  );
  return { list };
}
