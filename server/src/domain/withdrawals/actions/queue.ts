/** What waits for an operator: decisions, and transfers whose end is not known. */
import type {
  UnknownWithdrawal,
  WaitingWithdrawal,
} from "@yunjing/contract/schemas/operators/withdrawals";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { unknownWithdrawals, waitingWithdrawals } from "../store.ts";

/** The oldest first, at most two hundred. */
export async function reviewQueue(context: Context, db: Db): Promise<WaitingWithdrawal[]> {
  const { withdrawTwoPersonsFen } = context.settings;
  return (await waitingWithdrawals(db)).map(({ firstReviewer, checks, ...waiting }) => ({
    ...waiting,
    checks: [...checks],
    needsTwo: waiting.amountFen > withdrawTwoPersonsFen,
    ...(firstReviewer === null ? {} : { firstReviewer }),
  }));
}

/** The oldest first, at most two hundred. */
export async function unknownQueue(db: Db): Promise<UnknownWithdrawal[]> {
  return (await unknownWithdrawals(db)).map(({ word, alarm, nextLookAt, ...unknown }) => ({
    ...unknown,
    ...(word === null ? {} : { word }),
    ...(alarm === null ? {} : { alarm }),
    ...(nextLookAt === null ? {} : { nextLookAt }),
  }));
}
