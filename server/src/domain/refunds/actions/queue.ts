/** Refunds that wait for a person: asked for and not decided, or failed at the channel. */
import type { WaitingRefund } from "@yunjing/contract/schemas/operators/refunds";
import type { Db } from "../../../platform/database/pool.ts";
import { revealedOf } from "../../cards/actions.ts";
import { waitingRefunds } from "../store.ts";

/** The oldest first, at most two hundred; a walk over all members, for the few who may decide. */
export async function refundQueue(db: Db): Promise<WaitingRefund[]> {
  const waiting = await waitingRefunds(db);
  return Promise.all(
    waiting.map(async ({ ownerId, itemIds, firstReviewer, ...refund }) => {
      const seen = await Promise.all(itemIds.map((itemId) => revealedOf(db, ownerId, itemId)));
      return {
        ...refund,
        isRevealed: seen.some(({ revealed }) => revealed > 0),
        ...(firstReviewer === null ? {} : { firstReviewer }),
      };
    }),
  );
}
