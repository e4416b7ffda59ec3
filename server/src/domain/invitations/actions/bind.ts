/**
 * Binds a new member to their inviter. Never refuses: without an inviter the newcomer still becomes
 * a member.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { phoneOf, memberSummaryOf } from "../../members/actions.ts";
import type { Newcomer, NewcomerListener } from "../../members/port.ts";
import { hasBought } from "../../orders/actions.ts";
import {
  CODE_LENGTH,
  friendName,
  REJECTED_TEXT,
  normalizeCode,
  type UnboundReason,
} from "../model.ts";
import type { RiskCheck } from "../port.ts";
import { createRiskCheck } from "../risk/risk-check.ts";
import {
  endBinding,
  findBinding,
  syncFriend,
  insertBinding,
  insertFriend,
  runningCampaign,
} from "../store/bindings.ts";
import { ownerOfCode, consumeVisits, type Visit, visitsOf } from "../store/codes.ts";
import { assessRisk } from "./assess-risk.ts";
import { hashOf } from "./signals.ts";

type InvitationSource = {
  readonly code: string;
  readonly inviterId: string;
  readonly visit?: Visit;
};

/**
 * Returns the source that counts: the first link this device clicked within the window, otherwise
 * the code sent with the login.
 */
async function sourceOf(
  context: Context,
  tx: Tx,
  { code, deviceHash }: { code: string; deviceHash: Buffer },
): Promise<InvitationSource | UnboundReason> {
  const since = context.clock.now().getTime() - context.settings.inviteClickMs;
  const visits = await visitsOf(tx, deviceHash);
  const first = visits.find(({ visitedAt }) => visitedAt >= since);
  if (first) return { code: first.code, inviterId: first.ownerId, visit: first };
  if (visits.some((old) => old.code === code)) return "late";
  const inviterId = await ownerOfCode(tx, code);
  return inviterId ? { code, inviterId } : "unknown_code";
}

/** Phones of one number segment share their first seven digits. */
const SEGMENT_LENGTH = 7;

async function signalsOf(context: Context, tx: Tx, newcomer: Newcomer) {
  const { memberId, device, address, agent } = newcomer;
  const phone = await phoneOf(context, tx, memberId);
  return {
    device: device ? hashOf(context, "device", device) : null,
    ip: address ? hashOf(context, "ip", address) : null,
    agent: agent ? hashOf(context, "agent", agent) : null,
    phoneSegment: phone ? hashOf(context, "phone-segment", phone.slice(0, SEGMENT_LENGTH)) : null,
  };
}

async function checkPair(
  tx: Tx,
  pair: { memberId: string; inviterId: string },
): Promise<UnboundReason | { inviterSince: number; memberSince: number; friend: string }> {
  const { memberId, inviterId } = pair;
  if (inviterId === memberId) return "self";
  const [inviter, member] = [
    await memberSummaryOf(tx, inviterId),
    await memberSummaryOf(tx, memberId),
  ];
  invariant(member, "a newcomer is a member");
  if (inviter?.status !== "ACTIVE") return "inviter_inactive";
  if (inviter.createdAt >= member.createdAt) return "inviter_younger";
  if (member.isReturning) return "returning";
  if (await hasBought(tx, memberId)) return "buyer";
  return {
    inviterSince: inviter.createdAt,
    memberSince: member.createdAt,
    friend: friendName(member),
  };
}

export type BindResult = { readonly bindingId: string } | { readonly why: UnboundReason };

/** Returns the binding, or why there is none. Runs in the transaction of the login. */
export async function bindNewcomer(
  context: Context,
  tx: Tx,
  newcomer: Newcomer,
  riskCheck: RiskCheck = createRiskCheck(context),
): Promise<BindResult> {
  const code = normalizeCode(newcomer.inviteCode ?? "");
  if (code.length !== CODE_LENGTH) return { why: "no_code" };
  const { memberId } = newcomer;
  const now = context.clock.sql();
  const deviceHash = hashOf(context, "device", newcomer.device || memberId);
  const source = await sourceOf(context, tx, { code, deviceHash });
  await consumeVisits(tx, deviceHash, now);
  if (typeof source === "string") return { why: source };
  const { inviterId, visit } = source;
  const pair = await checkPair(tx, { memberId, inviterId });
  if (typeof pair === "string") return { why: pair };
  const { friend, ...since } = pair;
  const id = context.ids.next();
  const isBound = await insertBinding(tx, {
    id,
    memberId,
    inviterId,
    code: source.code,
    visit,
    now,
    ...since,
    channel: visit?.channel ?? "code",
    campaign: await runningCampaign(tx, now),
    bindingMs: context.settings.inviteBondMs,
    actor: `member:${memberId}`,
    signals: await signalsOf(context, tx, newcomer),
  });
  if (!isBound) return { why: "bound" };
  await recordNewBinding(context, tx, riskCheck, { memberId, id, friend });
  return { bindingId: id };
}

/** Runs the risk check on the inserted binding, then updates the inviter's view of it. */
async function recordNewBinding(
  context: Context,
  tx: Tx,
  riskCheck: RiskCheck,
  { memberId, id, friend }: { memberId: string; id: string; friend: string },
): Promise<void> {
  const key = { memberId, id };
  const binding = await findBinding(tx, key);
  invariant(binding, "a created binding exists");
  await insertFriend(tx, binding, friend);
  const { decision } = await assessRisk(context, tx, riskCheck, binding);
  if (decision !== "reject") return;
  const end = { state: "REJECTED", reason: REJECTED_TEXT } as const;
  await endBinding(tx, key, { ...end, actor: "system", now: context.clock.sql() });
  await syncFriend(tx, { ...binding, ...end });
}

/** Binds newcomers of every login method; while invitations are paused it binds no member. */
export const newcomerListener = (context: Context, isPaused: () => boolean): NewcomerListener => ({
  onRegistered: async (tx, newcomer) => {
    if (isPaused()) return;
    const bound = await bindNewcomer(context, tx, newcomer);
    if ("why" in bound && bound.why !== "no_code") {
      context.log.info({ why: bound.why }, "a new member's invitation does not count");
    }
  },
});
