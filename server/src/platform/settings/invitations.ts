/** Settings of invitations and their risk checks. */
import { count, fen, flag, money, ms, type AdjustableTopic } from "./adjustable.ts";
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

export const invitationsAdjustable: AdjustableTopic<typeof invitationsSettings> = {
  topic: "邀请",
  settings: {
    inviteClickMs: ms("点击邀请后多久内注册有效", DAY, 90 * DAY),
    inviteBondMs: ms("绑定后多久内下单有效", DAY, 365 * DAY),
    inviteFreezeMs: ms("邀请奖励冻结多久", 0, 90 * DAY, money),
    inviteJudgeShadow: flag("只记录风险判断，不执行", money),
    inviteRiskHold: count("风险分达到多少时奖励待审", 1, 100, money),
    inviteRiskReject: count("风险分达到多少时不发奖励", 1, 100, {
      ...money,
      notBelow: "inviteRiskHold",
    }),
    inviteAppealMs: ms("判定后多久内可申诉", DAY, 90 * DAY),
    inviteReviewAloneFen: fen("超过多少的待审奖励要两人同意", 0, 100_000, money),
    inviteVisitsPerAddressHour: count("每个网络地址每小时记录的点击", 10, 10_000),
  },
};
