/** Refunds that wait for an operator: not yet decided, or failed at the channel. */
import type { WaitingRefund } from "@yunjing/contract/schemas/operators/refunds";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { createLinksByFileId } from "../../files/actions.ts";
import { countRevealed } from "../../cards/actions.ts";
import { waitingRefunds } from "../store.ts";

/**
 * Returns the oldest first, at most two hundred; reads all members, for the few operators who may
 * decide.
 */
export async function refundQueue(
  context: Context,
  db: Db,
  readerId: string,
): Promise<WaitingRefund[]> {
  const waiting = await waitingRefunds(db, context.clock.sql());
  const fileIds = waiting.flatMap(({ evidence }) => evidence);
  const links = await createLinksByFileId(context, db, { fileIds, readerId });
  return Promise.all(
    waiting.map(
      async ({ ownerId, itemIds, firstReviewer, firstExpiresAt, evidence, ...refund }) => {
        const seen = await Promise.all(itemIds.map((itemId) => countRevealed(db, ownerId, itemId)));
        return {
          ...refund,
          evidence: evidence.flatMap((fileId) => links.get(fileId) ?? []),
          isRevealed: seen.some(({ revealed }) => revealed > 0),
          ...(firstReviewer === null ? {} : { firstReviewer }),
          ...(firstReviewer === null || firstExpiresAt === null ? {} : { firstExpiresAt }),
        };
      },
    ),
  );
}
