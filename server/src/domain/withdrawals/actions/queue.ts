/** The operators' queues: withdrawals to decide, and transfers with an unknown result. */
import type {
  UnknownWithdrawal,
  WaitingWithdrawal,
} from "@yunjing/contract/schemas/operators/withdrawals";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { unknownWithdrawals, waitingWithdrawals } from "../store.ts";

/** Returns the oldest first, at most two hundred. */
export async function reviewQueue(context: Context, db: Db): Promise<WaitingWithdrawal[]> {
  const { withdrawTwoPersonsFen } = context.settings;
  const list = await waitingWithdrawals(db, context.clock.sql());
  return list.map(({ firstReviewer, firstExpiresAt, checks, ...waiting }) => ({
    ...waiting,
    checks: [...checks],
    needsTwo: waiting.amountFen > withdrawTwoPersonsFen,
    ...(firstReviewer === null ? {} : { firstReviewer }),
    ...(firstReviewer === null || firstExpiresAt === null ? {} : { firstExpiresAt }),
  }));
}

/** Returns the oldest first, at most two hundred. */
export async function unknownQueue(context: Context, db: Db): Promise<UnknownWithdrawal[]> {
  const { settings, clock } = context;
  const unknown = await unknownWithdrawals(db, {
    waitsMs: settings.payoutConfirmMs,
    now: clock.sql(),
  });
  return unknown.map(({ word, alarm, nextLookAt, ...known }) => ({
    ...known,
    ...(word === null ? {} : { word }),
    ...(alarm === null ? {} : { alarm }),
    ...(nextLookAt === null ? {} : { nextLookAt }),
  }));
}
