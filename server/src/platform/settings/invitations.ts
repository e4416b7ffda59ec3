/** Settings of invitations and their risk checks. */
import { DAY } from "./durations.ts";

export const invitationsSettings = {
  // Invitations (domain.md 16, 17; features.md I3): how long a click counts, a binding waits for an
  // order, a reward is frozen.
  inviteClickMs: 30 * DAY,
  inviteBondMs: 30 * DAY,
  inviteFreezeMs: 7 * DAY,
  /** When true, risk decisions are recorded but not applied (features.md I11). */
  inviteJudgeShadow: false,
  /**
   * Risk scores of an invitation binding from which its rewards need a review, and from which it
   * pays nothing (decision 0041).
   */
  inviteRiskHold: 50,
  inviteRiskReject: 90,
  /** How long after the risk decision a member may appeal (decision 0050). */
  inviteAppealMs: 30 * DAY,
  /** A held reward above this amount, in fen, needs the approval of two persons. */
  inviteReviewAloneFen: 2_000,
  /** Clicks of one address per hour that are recorded. */
  inviteVisitsPerAddressHour: 300,
};
