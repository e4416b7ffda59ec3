/**
 * Merging two accounts of one person who registered by WeChat and by phone and has proved to own
 * both. Terms:
 *
 * - source: the member that ends. It was registered by WeChat and has no phone. Its id is the
 *   merge's id.
 * - target: the member that remains, with both login methods.
 * - step: one transfer of everything in the source's ledger. The first is the merge itself; what
 *   arrives in the source's ledger later (a refund of an old order, a reward of a friend) is
 *   transferred by another step.
 * - blocked: a process of the source is not finished; then nothing is changed.
 */
import type { MergeContents } from "@yunjing/contract/schemas/merging";

export const NOTHING: MergeContents = {
  principalFen: 0,
  bonusFen: 0,
  rewardFen: 0,
  points: 0,
  pendingPoints: 0,
  debtPoints: 0,
  coupons: 0,
  cards: 0,
  orders: 0,
  growth: 0,
};

export const isNothing = (moved: MergeContents): boolean =>
  Object.values(moved).every((value) => value === 0);

/** The outbox topic for value that arrives in a closed ledger; see ledger/functions/close.sql. */
export const LATE_ARRIVAL_TOPIC = "ledger.late";

/**
 * A further step runs this many ms after a merge. It transfers what another transaction added
 * without the ledger lock while the merge ran; the database ends every statement within 15 s.
 */
export const LATE_REQUESTS_AFTER_MS = 20_000;

/** Checks for late money are frequent at first; a refund of an order takes days. */
const FREQUENT_CHECK_MS = 3_600_000;
const RARE_CHECK_MS = 86_400_000;
const FREQUENT_FOR_MS = 30 * RARE_CHECK_MS;

/** Returns the time until the next check of a merge of this age, in ms. */
export const nextCheckAfterMs = (ageMs: number): number =>
  ageMs < FREQUENT_FOR_MS ? FREQUENT_CHECK_MS : RARE_CHECK_MS;
