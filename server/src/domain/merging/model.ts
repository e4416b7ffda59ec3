/**
 * Two members made one, for somebody who came by WeChat and by phone and has proved to be both.
 *
 * - source: the member that ends. It came by WeChat and has no phone. Its id is the merge's id.
 * - target: the member that is left, with both ways in.
 * - step: one carrying over of all that lies in the source's book. The first is the merge itself; what lands in the
 *   source's book later (a refund of an old order, a reward of a friend) is carried by another.
 * - blocked: something of the source is under way; nothing is changed then.
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

/** The outbox topic of a closed book into which something of value has come; see ledger/functions/close.sql. */
export const LATE_ARRIVAL_TOPIC = "ledger.late";

/**
 * After so many ms a merge is followed by one more step. It carries over what another transaction brought without the
 * book's lock while the merge ran; the database ends every statement within 15 s.
 */
export const LATE_REQUESTS_AFTER_MS = 20_000;

/** Late money is looked for often at first; a refund of an order takes days. */
const FREQUENT_CHECK_MS = 3_600_000;
const RARE_CHECK_MS = 86_400_000;
const FREQUENT_FOR_MS = 30 * RARE_CHECK_MS;

/** When to look again, in ms, at a merge that is so old. */
export const nextCheckAfterMs = (ageMs: number): number =>
  ageMs < FREQUENT_FOR_MS ? FREQUENT_CHECK_MS : RARE_CHECK_MS;
