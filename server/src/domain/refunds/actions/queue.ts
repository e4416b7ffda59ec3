/** The operators' list of refunds: what waits for them, and on request every other state. */
import type { WaitingRefund } from "@yunjing/contract/schemas/operators/refunds";
import type { Context } from "../../../platform/context.ts";
import { cursorOf, readCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { readAssignees } from "../../approvals/actions.ts";
import { countRevealed } from "../../cards/actions.ts";
import { createLinksByFileId } from "../../files/actions.ts";
import { memberLabels } from "../../members/actions.ts";
import { isRefundedByUnit } from "../model.ts";
import { refundObject } from "./operator.ts";
import {
  countRefundQueues,
  type ListedRefundRow,
  readRefundList,
  type RefundCounts,
  type RefundScope,
  type RefundStage,
} from "../store/list.ts";

const QUEUE_MAX = 200;

export type RefundListQuery = {
  readonly stage?: RefundScope | undefined;
  /** ms */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly keyword?: string | undefined;
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

const stageOf = ({ state, firstReviewer, isFirstExpired }: ListedRefundRow): RefundStage => {
  if (state === "APPLIED") return firstReviewer === null || isFirstExpired ? "waiting" : "second";
  if (state === "ABNORMAL") return "abnormal";
  return state === "APPROVED" || state === "PROCESSING" ? "processing" : "done";
};

/**
 * Returns a page: what waits is listed oldest first, other states newest first; without a page size
 * at most two hundred. Refuses BAD_REQUEST for a bad cursor.
 */
export async function refundPage(
  context: Context,
  db: Db,
  readerId: string,
  { cursor, pageSize = QUEUE_MAX, ...filter }: RefundListQuery,
): Promise<{ readonly list: WaitingRefund[]; readonly nextCursor?: string }> {
  const page = { ...filter, after: readCursor(cursor), limit: pageSize + 1 };
  const found = await readRefundList(db, page, context.clock.sql());
  const rows = found.slice(0, pageSize);
  const fileIds = rows.flatMap(({ evidence }) => evidence);
  const links = await createLinksByFileId(context, db, { fileIds, readerId });
  const ids = rows.flatMap((row) => [row.ownerId, row.firstReviewer ?? [], row.reviewer ?? []]);
  const labels = await memberLabels(db, ids.flat());
  const waiting = rows.filter(({ state }) => state === "APPLIED");
  const assignees = await readAssignees(
    db,
    waiting.map(({ refundNo }) => refundObject(refundNo)),
  );
  const person = (id: string) => ({ id, name: labels.get(id)?.nickname ?? "" });
  const list = rows.map(async (row) => {
    const { ownerId, items, firstReviewer, firstExpiresAt, evidence, reviewer, ...rest } = row;
    const { id: _id, micros: _micros, decision, decidedAt, endedAt, ...refund } = rest;
    const seen = await Promise.all(items.map(({ itemId }) => countRevealed(db, ownerId, itemId)));
    const assignee = assignees.get(refundObject(row.refundNo));
    const { memberNo = "", nickname = "", phone = "" } = labels.get(ownerId) ?? {};
    return {
      ...refund,
      items: items.map(({ itemId, title, quantity, ...item }) => ({
        itemId,
        title,
        quantity,
        minQuantity: isRefundedByUnit(item) ? 1 : quantity,
        delivery: item.delivery,
        isDelivered: item.state === "DONE",
      })),
      stage: stageOf(row),
      member: { memberNo, nickname, phone },
      needsTwo: row.cashFen + row.balanceFen > context.settings.refundTwoPersonsFen,
      evidence: evidence.flatMap((fileId) => links.get(fileId) ?? []),
      isRevealed: seen.some(({ revealed }) => revealed > 0),
      ...(firstReviewer === null ? {} : { firstReviewer, first: person(firstReviewer) }),
      ...(firstReviewer === null || firstExpiresAt === null ? {} : { firstExpiresAt }),
      ...(reviewer === null ? {} : { reviewer: person(reviewer) }),
      ...(assignee === undefined ? {} : { assignee: person(assignee) }),
      ...withoutNulls({ decision, decidedAt, endedAt }),
    };
  });
  const last = rows.at(-1);
  return {
    list: await Promise.all(list),
    ...(found.length > pageSize && last ? { nextCursor: cursorOf(last) } : {}),
  };
}

/** The console shows 99+ beyond this. */
const COUNT_MAX = 100;

/** Counts what is in each queue, up to a hundred. */
export const refundCounts = ({ clock }: Context, db: Db): Promise<RefundCounts> =>
  countRefundQueues(db, COUNT_MAX, clock.sql());

/** Returns what waits for an operator, oldest first, at most two hundred. */
export const refundQueue = async (
  context: Context,
  db: Db,
  readerId: string,
): Promise<WaitingRefund[]> => (await refundPage(context, db, readerId, {})).list;
