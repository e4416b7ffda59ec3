/** Operators' actions: review bindings, transfer or end them, and decide held rewards. */
import { keysetPageOf, keysetResult, type PageInput } from "../../../platform/database/keyset.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import type {
  InvitationBinding as ShownBinding,
  HeldReward,
} from "@yunjing/contract/schemas/operators/invitations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { refuseInducement } from "../../../platform/member-text.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import {
  decideApproval,
  openApprovalsOf,
  type OperatorProof,
  propose,
  refuseOwnAccount,
  requireProofToPropose,
} from "../../approvals/actions.ts";
import type { ApprovalHandler } from "../../approvals/model.ts";
import { memberSummaryOf } from "../../members/actions.ts";
import { type InvitationBinding, friendName } from "../model.ts";
import {
  endBinding,
  findBinding,
  syncFriend,
  insertFriend,
  copyBindingToInviter,
} from "../store/bindings.ts";
import { findBindings, findHeldRewards } from "../store/operator.ts";
import { findReward, type RewardKey, rewardOf } from "../store/rewards.ts";
import { reasonText } from "../texts.ts";
import { APPEAL_APPROVAL, proposedGrantHandler } from "./appeal.ts";
import { reduceReward, payOut } from "./settle.ts";

type OperatorAct = { readonly actor: string; readonly reason: string };
type BindingKey = { readonly memberId: string; readonly bindingId: string };

/** Returns a page of bindings, the latest first. Refuses BAD_REQUEST for a bad cursor. */
export const listBindings = async (
  db: Db,
  filter: PageInput & { memberId?: string | undefined; inviterId?: string | undefined },
): Promise<{ list: ShownBinding[]; nextCursor?: string }> => {
  const { memberId, inviterId } = filter;
  const page = keysetPageOf(filter);
  const found = await findBindings(db, { memberId, inviterId, ...page });
  return keysetResult(found, page, (row) => {
    const {
      micros: _micros,
      id: _id,
      earnedOrderId,
      reason,
      riskScore,
      riskVerdict,
      ...rest
    } = row;
    const { device, payer, ...binding } = rest;
    return {
      ...binding,
      ...withoutNulls({ earnedOrderId, reason, riskScore, riskVerdict, device, payer }),
    };
  });
};

async function requireActiveBinding(
  tx: Tx,
  { memberId, bindingId }: BindingKey,
): Promise<InvitationBinding> {
  const binding = await findBinding(tx, { memberId, id: bindingId });
  if (!binding) throw new Refusal("NOT_FOUND");
  if (binding.state !== "BOUND" && binding.state !== "EFFECTIVE")
    throw new Refusal("STATE_CHANGED");
  return binding;
}

const inviteDenied = (reason: string) =>
  new Refusal("INVITE_DENIED", { field: "inviterNo", reason });

/**
 * Transfers the binding to another inviter under a new id. The old one stays as MOVED and keeps
 * what it earned. Refuses NOT_FOUND, STATE_CHANGED when it is no longer active, and INVITE_DENIED
 * with the reason.
 */
export const transferBinding = (
  context: Context,
  db: Db,
  wanted: BindingKey & OperatorAct & { readonly inviterId: string },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { memberId, inviterId, actor, reason } = wanted;
    const binding = await requireActiveBinding(tx, wanted);
    if (inviterId === memberId) throw inviteDenied("不能邀请自己");
    if (inviterId === binding.inviterId) throw inviteDenied("已是现在的邀请人");
    const [inviter, member] = [
      await memberSummaryOf(tx, inviterId),
      await memberSummaryOf(tx, memberId),
    ];
    invariant(member, "an invited person is a member");
    if (inviter?.status !== "ACTIVE") throw inviteDenied("邀请人不存在或已停用");
    if (inviter.createdAt >= member.createdAt) throw inviteDenied("邀请人须早于被邀请人注册");
    const now = context.clock.sql();
    const end = { state: "MOVED", reason, actor, now } as const;
    if (!(await endBinding(tx, binding, end))) throw new Refusal("STATE_CHANGED");
    await syncFriend(tx, { ...binding, ...end });
    const id = context.ids.next();
    await copyBindingToInviter(tx, binding, {
      id,
      inviterId,
      inviterSince: inviter.createdAt,
      actor,
    });
    await insertFriend(tx, { ...binding, id }, friendName(member));
    return id;
  });

const rejection = { amount: 0, costFen: 0, to: "REJECTED" } as const;

/**
 * Ends a binding, and then its rewards for both members. A reward that a crash leaves frozen is
 * refused when it is due. Refuses NOT_FOUND and STATE_CHANGED.
 */
export async function rejectBinding(
  context: Context,
  db: Db,
  wanted: BindingKey & OperatorAct,
): Promise<void> {
  const { memberId, bindingId, actor, reason } = wanted;
  refuseInducement("reason", reason);
  const binding = await transaction(db, async (tx) => {
    const live = await requireActiveBinding(tx, wanted);
    const end = { state: "REJECTED", reason, actor, now: context.clock.sql() } as const;
    if (!(await endBinding(tx, live, end))) throw new Refusal("STATE_CHANGED");
    await syncFriend(tx, { ...live, ...end });
    return live;
  });
  for (const [owner, side] of [
    [binding.inviterId, "inviter"],
    [memberId, "invitee"],
  ] as const) {
    await transaction(db, async (tx) => {
      const found = await rewardOf(tx, owner, bindingId, side);
      if (!found) return;
      const { baseFen } = found;
      await reduceReward(context, tx, found, { ...rejection, baseFen, reason, actor });
    });
  }
}

export const REWARD_APPROVAL = "invite_reward" as const;

/**
 * Lists held rewards and waiting appeals, the oldest first, with the risk decisions on their
 * bindings.
 */
export async function listHeldRewards(
  context: Context,
  db: Db,
): Promise<Omit<HeldReward, "memberNo" | "inviteeNo">[]> {
  const held = await findHeldRewards(db);
  const waiting = [
    await openApprovalsOf(context, db, { kind: REWARD_APPROVAL }),
    await openApprovalsOf(context, db, { kind: APPEAL_APPROVAL }),
  ];
  const proposed = new Map(waiting.flat().map((approval) => [approval.subject, approval]));
  return Promise.all(
    held.map(async ({ riskScore, reason, appeal, appealedAt, ...reward }) => {
      const approval = proposed.get(reward.rewardId);
      const isExpired = approval?.state === "expired";
      const [binding] = (
        await findBindings(db, {
          memberId: reward.inviteeId,
          inviterId: undefined,
          after: undefined,
          limit: 100,
        })
      ).filter(({ bindingId }) => bindingId === reward.bindingId);
      return {
        ...reward,
        reason: reasonText(reason),
        riskReasons: binding?.riskReasons ?? [],
        ...(riskScore === null ? {} : { riskScore }),
        needsTwo: reward.costFen > context.settings.inviteReviewAloneFen,
        isExpired,
        ...(approval === undefined || isExpired ? {} : { approvalId: approval.id }),
        ...(appeal === null || appealedAt === null ? {} : { appeal, appealedAt }),
      };
    }),
  );
}

async function requireHeldReward(tx: Tx, key: RewardKey) {
  const reward = await findReward(tx, key);
  if (!reward) throw new Refusal("NOT_FOUND");
  if (reward.state !== "HELD") throw new Refusal("STATE_CHANGED");
  return reward;
}

/**
 * Pays a held reward out, or proposes it where two persons must approve. Refuses NOT_FOUND,
 * STATE_CHANGED, OWN_ACCOUNT, and STEP_UP_NEEDED to propose without a fresh proof.
 */
export const approveHeldReward = (
  context: Context,
  db: Db,
  { actor, reason, isProven, ...key }: RewardKey & OperatorAct & OperatorProof,
): Promise<{ state: "settled" } | { state: "proposed"; approvalId: string }> =>
  transaction(db, async (tx) => {
    refuseOwnAccount(actor, key.memberId);
    const { costFen } = await requireHeldReward(tx, key);
    if (costFen > context.settings.inviteReviewAloneFen) {
      requireProofToPropose({ isProven });
      const wanted = {
        kind: REWARD_APPROVAL,
        subject: key.id,
        payload: key,
        reason,
        maker: actor,
      } as const;
      const approvalId = await propose(context, tx, { ...wanted, beneficiary: key.memberId });
      return { state: "proposed", approvalId };
    }
    if (!(await payOut(context, tx, key, actor))) throw new Refusal("STATE_CHANGED");
    return { state: "settled" };
  });

/**
 * Ends a held reward with a reason for the member. Refuses NOT_FOUND, STATE_CHANGED, and
 * INPUT_INVALID for a reason that members must not read.
 */
export const rejectHeldReward = (
  context: Context,
  db: Db,
  { actor, reason, ...key }: RewardKey & OperatorAct,
): Promise<void> =>
  transaction(db, async (tx) => {
    refuseInducement("reason", reason);
    const reward = await requireHeldReward(tx, key);
    const { baseFen } = reward;
    const by = `operator:${actor}`;
    await reduceReward(context, tx, reward, { ...rejection, baseFen, reason, actor: by });
  });

/** Pays out a held reward after a second person's approval. */
export const payOutHandler: ApprovalHandler = {
  onApproved: async (context, tx, { payload, checker }) => {
    const { memberId, id } = payload;
    invariant(typeof memberId === "string" && typeof id === "string", "a proposal names a reward");
    if (!(await payOut(context, tx, { memberId, id }, checker))) throw new Refusal("STATE_CHANGED");
  },
};

/** Refuses as `decide` of approvals does, and STATE_CHANGED and INVITE_DENIED. */
export const decideHeldReward = (
  context: Context,
  db: Db,
  wanted: { approvalId: string; isApproved: boolean; checker: string; reason: string },
): Promise<void> => {
  const { approvalId, isApproved, checker, reason } = wanted;
  const state = isApproved ? "approved" : "rejected";
  const handlers = { [REWARD_APPROVAL]: payOutHandler, [APPEAL_APPROVAL]: proposedGrantHandler };
  return decideApproval(context, db, handlers, { approvalId, checker, reason, state });
};
