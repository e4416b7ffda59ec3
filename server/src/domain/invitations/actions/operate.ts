/** Operators look into bonds, move or end them, and decide rewards that wait for a person. */
import type {
  Bond as BondShown,
  HeldReward,
} from "@yunjing/contract/schemas/operators/invitations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { decide, openApprovalsOf, propose, refuseOwnAccount } from "../../approvals/actions.ts";
import type { Doing } from "../../approvals/model.ts";
import { whoIs } from "../../members/actions.ts";
import { type Bond, friendName } from "../model.ts";
import { endBond, findBond, followBond, insertFriend, moveBond } from "../store/bonds.ts";
import { bondsFor, heldRewards } from "../store/operating.ts";
import { findReward, type RewardKey, rewardOf } from "../store/rewards.ts";
import { reasonText } from "../words.ts";
import { APPEALS, grantingProposed } from "./appeal.ts";
import { cutReward, payOut } from "./settle.ts";

type Act = { readonly actor: string; readonly reason: string };
type BondKey = { readonly memberId: string; readonly bindingId: string };

export const bondsOf = async (
  db: Db,
  asked: { memberId?: string | undefined; inviterId?: string | undefined },
): Promise<BondShown[]> => {
  const { memberId, inviterId } = asked;
  const found = await bondsFor(db, { memberId, inviterId });
  return found.map(({ earnedOrderId, reason, riskScore, riskVerdict, ...bond }) => ({
    ...bond,
    ...(earnedOrderId === null ? {} : { earnedOrderId }),
    ...(reason === null ? {} : { reason }),
    ...(riskScore === null ? {} : { riskScore }),
    ...(riskVerdict === null ? {} : { riskVerdict }),
  }));
};

async function liveBondOf(tx: Tx, { memberId, bindingId }: BondKey): Promise<Bond> {
  const bond = await findBond(tx, { memberId, id: bindingId });
  if (!bond) throw new Refusal("NOT_FOUND");
  if (bond.state !== "BOUND" && bond.state !== "EFFECTIVE") throw new Refusal("STATE_CHANGED");
  return bond;
}

const denied = (reason: string) => new Refusal("INVITE_DENIED", { reason });

/**
 * The bond goes to another inviter under a new id; the old one stays as MOVED, and what it earned stays with it. Refuses
 * NOT_FOUND, STATE_CHANGED when it lives no more, and INVITE_DENIED with the reason.
 */
export const transferBond = (
  context: Context,
  db: Db,
  wanted: BondKey & Act & { readonly inviterId: string },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { memberId, inviterId, actor, reason } = wanted;
    const bond = await liveBondOf(tx, wanted);
    if (inviterId === memberId) throw denied("不能邀请自己");
    if (inviterId === bond.inviterId) throw denied("已是现在的邀请人");
    const [inviter, member] = [await whoIs(tx, inviterId), await whoIs(tx, memberId)];
    invariant(member, "whoever is bound is a member");
    if (inviter?.status !== "ACTIVE") throw denied("邀请人不存在或已停用");
    if (inviter.createdAt >= member.createdAt) throw denied("邀请人须早于被邀请人注册");
    const now = context.clock.sql();
    const end = { state: "MOVED", reason, now } as const;
    if (!(await endBond(tx, bond, end))) throw new Refusal("STATE_CHANGED");
    await followBond(tx, { ...bond, ...end });
    const id = context.ids.next();
    await moveBond(tx, bond, { id, inviterId, inviterSince: inviter.createdAt, actor });
    await insertFriend(tx, { ...bond, id }, friendName(member));
    return id;
  });

const nothing = { amount: 0, costFen: 0, to: "REJECTED" } as const;

/**
 * Ends a bond, and then what it brought in both books. What a crash leaves frozen is refused when it comes due. Refuses
 * NOT_FOUND and STATE_CHANGED.
 */
export async function rejectBond(context: Context, db: Db, wanted: BondKey & Act): Promise<void> {
  const { memberId, bindingId, actor, reason } = wanted;
  const bond = await transaction(db, async (tx) => {
    const live = await liveBondOf(tx, wanted);
    const end = { state: "REJECTED", reason, now: context.clock.sql() } as const;
    if (!(await endBond(tx, live, end))) throw new Refusal("STATE_CHANGED");
    await followBond(tx, { ...live, ...end });
    return live;
  });
  for (const [owner, side] of [
    [bond.inviterId, "inviter"],
    [memberId, "invitee"],
  ] as const) {
    await transaction(db, async (tx) => {
      const found = await rewardOf(tx, owner, bindingId, side);
      if (!found) return;
      const { baseFen } = found;
      await cutReward(context, tx, found, { ...nothing, baseFen, reason, actor });
    });
  }
}

const KIND = "invite_reward" as const;

/** Held rewards and appeals that wait, the oldest first, with what the judge said of their bonds. */
export async function heldQueue(context: Context, db: Db): Promise<HeldReward[]> {
  const held = await heldRewards(db);
  const waiting = [
    await openApprovalsOf(context, db, { kind: KIND }),
    await openApprovalsOf(context, db, { kind: APPEALS }),
  ];
  const proposed = new Map(waiting.flat().map((approval) => [approval.subject, approval]));
  return Promise.all(
    held.map(async ({ riskScore, reason, appeal, appealedAt, ...reward }) => {
      const approval = proposed.get(reward.rewardId);
      const isExpired = approval?.state === "expired";
      const [bond] = (
        await bondsFor(db, { memberId: reward.inviteeId, inviterId: undefined })
      ).filter(({ bindingId }) => bindingId === reward.bindingId);
      return {
        ...reward,
        reason: reasonText(reason),
        riskReasons: bond?.riskReasons ?? [],
        ...(riskScore === null ? {} : { riskScore }),
        needsTwo: reward.costFen > context.settings.inviteReviewAloneFen,
        isExpired,
        ...(approval === undefined || isExpired ? {} : { approvalId: approval.id }),
        ...(appeal === null || appealedAt === null ? {} : { appeal, appealedAt }),
      };
    }),
  );
}

async function heldReward(tx: Tx, key: RewardKey) {
  const reward = await findReward(tx, key);
  if (!reward) throw new Refusal("NOT_FOUND");
  if (reward.state !== "HELD") throw new Refusal("STATE_CHANGED");
  return reward;
}

/** Pays a held reward out, or proposes it where two persons must agree. Refuses NOT_FOUND, STATE_CHANGED, OWN_ACCOUNT. */
export const approveHeld = (
  context: Context,
  db: Db,
  { actor, reason, ...key }: RewardKey & Act,
): Promise<{ state: "settled" } | { state: "proposed"; approvalId: string }> =>
  transaction(db, async (tx) => {
    refuseOwnAccount(actor, key.memberId);
    const { costFen } = await heldReward(tx, key);
    if (costFen > context.settings.inviteReviewAloneFen) {
      const wanted = { kind: KIND, subject: key.id, payload: key, reason, maker: actor } as const;
      const approvalId = await propose(context, tx, { ...wanted, beneficiary: key.memberId });
      return { state: "proposed", approvalId };
    }
    if (!(await payOut(context, tx, key, actor))) throw new Refusal("STATE_CHANGED");
    return { state: "settled" };
  });

/** Ends a held reward with the reason the member reads. Refuses NOT_FOUND and STATE_CHANGED. */
export const rejectHeld = (
  context: Context,
  db: Db,
  { actor, reason, ...key }: RewardKey & Act,
): Promise<void> =>
  transaction(db, async (tx) => {
    const reward = await heldReward(tx, key);
    const { baseFen } = reward;
    const by = `operator:${actor}`;
    await cutReward(context, tx, reward, { ...nothing, baseFen, reason, actor: by });
  });

const paying: Doing = {
  approved: async (context, tx, { payload, checker }) => {
    const { memberId, id } = payload;
    invariant(typeof memberId === "string" && typeof id === "string", "a proposal names a reward");
    if (!(await payOut(context, tx, { memberId, id }, checker))) throw new Refusal("STATE_CHANGED");
  },
};

/** Refuses as `decide` of approvals does, STATE_CHANGED and INVITE_DENIED. */
export const decideHeld = (
  context: Context,
  db: Db,
  wanted: { approvalId: string; isApproved: boolean; checker: string; reason: string },
): Promise<void> => {
  const { approvalId, isApproved, checker, reason } = wanted;
  const state = isApproved ? "approved" : "rejected";
  const doings = { [KIND]: paying, [APPEALS]: grantingProposed };
  return decide(context, db, doings, { approvalId, checker, reason, state });
};
