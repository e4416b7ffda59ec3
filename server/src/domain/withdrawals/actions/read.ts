/** A member's own withdrawals: a page of them, or one. */
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readUuidCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import {
  findWithdrawal,
  type WithdrawalKey,
  findKeyByWithdrawalNo,
  withdrawalsOf,
} from "../store.ts";
import { viewOf } from "../texts.ts";
import type { WithdrawDeps } from "./deps.ts";
import { refreshIfStale } from "./send.ts";

type Shown = Output<"withdrawals", "detail">;
/**
 * Returns one page, newest first. Prefer a cursor; without one, the pages before the requested one
 * are read and skipped.
 */
export async function pageOfWithdrawals(
  db: Db,
  { channel }: WithdrawDeps,
  memberId: string,
  { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor }: Input<"withdrawals", "list">,
): Promise<Output<"withdrawals", "list">> {
  const after = readUuidCursor(cursor);
  const skipped = after ? 0 : (page - 1) * pageSize;
  const found = await withdrawalsOf(db, memberId, { after, limit: skipped + pageSize + 1 });
  const rows = found.slice(skipped);
  const list = rows.slice(0, pageSize);
  const last = list.at(-1);
  const hasMore = rows.length > pageSize;
  return {
    list: list.map((each) => viewOf(each, channel)),
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** Returns the stored state, without a query to the channel. */
export async function findView(
  db: Db,
  { channel }: WithdrawDeps,
  key: WithdrawalKey,
): Promise<Shown> {
  const withdrawal = await findWithdrawal(db, key);
  invariant(withdrawal, "a withdrawal is found by its number");
  return viewOf(withdrawal, channel);
}

/** Returns the current state; queries the channel while it is not final. Refuses NOT_FOUND. */
export async function withdrawalOf(
  context: Context,
  db: Db,
  { channel }: WithdrawDeps,
  { memberId, withdrawalNo }: { memberId: string; withdrawalNo: string },
): Promise<Shown> {
  const key = await findKeyByWithdrawalNo(db, withdrawalNo);
  if (key?.ownerId !== memberId) throw new Refusal("NOT_FOUND");
  const withdrawal = await refreshIfStale(context, db, channel, key);
  invariant(withdrawal, "a withdrawal is found by its number");
  return viewOf(withdrawal, channel);
}
