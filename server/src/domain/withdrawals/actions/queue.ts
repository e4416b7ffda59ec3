/** The operators' lists: withdrawals by state, and transfers with an unknown result. */
import type {
  ListedWithdrawal,
  UnknownWithdrawal,
} from "@yunjing/contract/schemas/operators/withdrawals";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { memberLabels } from "../../members/actions.ts";
import { unknownWithdrawals } from "../store.ts";
import { readWithdrawalList, type WithdrawalFilter } from "../store/list.ts";

const QUEUE_MAX = 200;

export type WithdrawalListQuery = Omit<WithdrawalFilter, "after" | "limit"> & {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

/**
 * Returns a page: what waits is listed oldest first, other states newest first; without a page size
 * at most two hundred. Refuses BAD_REQUEST for a bad cursor.
 */
export async function withdrawalPage(
  context: Context,
  db: Db,
  { cursor, pageSize = QUEUE_MAX, ...filter }: WithdrawalListQuery,
): Promise<{ readonly list: ListedWithdrawal[]; readonly nextCursor?: string }> {
  const page = { ...filter, after: readCursor(cursor), limit: pageSize + 1 };
  const found = await readWithdrawalList(db, page, context.clock.sql());
  const rows = found.slice(0, pageSize);
  const ids = rows.flatMap((row) => [row.ownerId, row.firstReviewer ?? [], row.reviewer ?? []]);
  const labels = await memberLabels(db, ids.flat());
  const person = (id: string) => ({ id, name: labels.get(id)?.nickname ?? "" });
  const list = rows.map((row) => {
    const { ownerId, id: _id, micros: _micros, firstReviewer, firstExpiresAt, ...rest } = row;
    const { reviewer, checks, reason, decidedAt, endedAt, ...withdrawal } = rest;
    const { memberNo = "", nickname = "", phone = "" } = labels.get(ownerId) ?? {};
    return {
      ...withdrawal,
      member: { memberNo, nickname, phone },
      checks: [...checks],
      needsTwo: row.amountFen > context.settings.withdrawTwoPersonsFen,
      ...(firstReviewer === null ? {} : { firstReviewer, first: person(firstReviewer) }),
      ...(firstReviewer === null || firstExpiresAt === null ? {} : { firstExpiresAt }),
      ...(reviewer === null ? {} : { reviewer: person(reviewer) }),
      ...withoutNulls({ reason, decidedAt, endedAt }),
    };
  });
  const last = rows.at(-1);
  return { list, ...(found.length > pageSize && last ? { nextCursor: cursorOf(last) } : {}) };
}

/** Returns what waits for an operator, the oldest first, at most two hundred. */
export const reviewQueue = async (context: Context, db: Db): Promise<ListedWithdrawal[]> =>
  (await withdrawalPage(context, db, {})).list;

/** Returns the oldest first, at most two hundred. */
export async function unknownQueue(context: Context, db: Db): Promise<UnknownWithdrawal[]> {
  const { settings, clock } = context;
  const unknown = await unknownWithdrawals(db, {
    waitsMs: settings.payoutConfirmMs,
    now: clock.sql(),
  });
  const labels = await memberLabels(
    db,
    unknown.map(({ ownerId }) => ownerId),
  );
  return unknown.map(({ ownerId, word, alarm, nextLookAt, ...known }) => {
    const { memberNo = "", nickname = "", phone = "" } = labels.get(ownerId) ?? {};
    return {
      ...known,
      member: { memberNo, nickname, phone },
      ...withoutNulls({ word, alarm, nextLookAt }),
    };
  });
}
