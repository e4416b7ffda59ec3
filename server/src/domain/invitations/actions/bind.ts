/** Binds a newcomer to whoever invited them. Never refuses: who has no inviter is a member all the same. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { invariant } from "../../../platform/refusal.ts";
import { phoneOf, whoIs } from "../../members/actions.ts";
import type { Newcomer, NewcomerListener } from "../../members/port.ts";
import { hasBought } from "../../orders/actions.ts";
import { CODE_LENGTH, friendName, REJECTED_TEXT, tidyCode, type Unbound } from "../model.ts";
import type { RiskJudge } from "../port.ts";
import { riskJudge } from "../risk/judge.ts";
import {
  endBond,
  findBond,
  followBond,
  insertBond,
  insertFriend,
  runningCampaign,
} from "../store/bonds.ts";
import { ownerOfCode, spendVisits, type Visit, visitsOf } from "../store/codes.ts";
import { judged } from "./judge.ts";
import { hashOf } from "./signals.ts";

type Source = { readonly code: string; readonly inviterId: string; readonly visit?: Visit };

/** Whose link counts: the first this device clicked within the window; else the code the login brought. */
async function sourceOf(
  context: Context,
  tx: Tx,
  { code, deviceHash }: { code: string; deviceHash: Buffer },
): Promise<Source | Unbound> {
  const since = context.clock.now().getTime() - context.settings.inviteClickMs;
  const visits = await visitsOf(tx, deviceHash);
  const first = visits.find(({ visitedAt }) => visitedAt >= since);
  if (first) return { code: first.code, inviterId: first.ownerId, visit: first };
  if (visits.some((old) => old.code === code)) return "late";
  const inviterId = await ownerOfCode(tx, code);
  return inviterId ? { code, inviterId } : "unknown_code";
}

/** Phones of one issue share their first seven figures. */
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

async function whyNot(
  tx: Tx,
  pair: { memberId: string; inviterId: string },
): Promise<Unbound | { inviterSince: number; memberSince: number; friend: string }> {
  const { memberId, inviterId } = pair;
  if (inviterId === memberId) return "self";
  const [inviter, member] = [await whoIs(tx, inviterId), await whoIs(tx, memberId)];
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

export type Bound = { readonly bindingId: string } | { readonly why: Unbound };

/** The bond, or why there is none. In the transaction of the login. */
export async function bind(
  context: Context,
  tx: Tx,
  newcomer: Newcomer,
  judge: RiskJudge = riskJudge(context),
): Promise<Bound> {
  const code = tidyCode(newcomer.inviteCode ?? "");
  if (code.length !== CODE_LENGTH) return { why: "no_code" };
  const { memberId } = newcomer;
  const now = context.clock.sql();
  const deviceHash = hashOf(context, "device", newcomer.device || memberId);
  const source = await sourceOf(context, tx, { code, deviceHash });
  await spendVisits(tx, deviceHash, now);
  if (typeof source === "string") return { why: source };
  const { inviterId, visit } = source;
  const pair = await whyNot(tx, { memberId, inviterId });
  if (typeof pair === "string") return { why: pair };
  const { friend, ...since } = pair;
  const id = context.ids.next();
  const isBound = await insertBond(tx, {
    id,
    memberId,
    inviterId,
    code: source.code,
    visit,
    now,
    ...since,
    channel: visit?.channel ?? "code",
    campaign: await runningCampaign(tx, now),
    bondMs: context.settings.inviteBondMs,
    actor: `member:${memberId}`,
    signals: await signalsOf(context, tx, newcomer),
  });
  if (!isBound) return { why: "bound" };
  await welcome(context, tx, judge, { memberId, id, friend });
  return { bindingId: id };
}

/** The judge sees the bond as it lies there; then the inviter does. */
async function welcome(
  context: Context,
  tx: Tx,
  judge: RiskJudge,
  { memberId, id, friend }: { memberId: string; id: string; friend: string },
): Promise<void> {
  const key = { memberId, id };
  const bond = await findBond(tx, key);
  invariant(bond, "a bond that was made is there");
  await insertFriend(tx, bond, friend);
  const { verdict } = await judged(context, tx, judge, bond);
  if (verdict !== "reject") return;
  const end = { state: "REJECTED", reason: REJECTED_TEXT } as const;
  await endBond(tx, key, { ...end, now: context.clock.sql() });
  await followBond(tx, { ...bond, ...end });
}

/** Hears of newcomers, whichever way they logged in. */
export const newcomerListener = (context: Context): NewcomerListener => ({
  onRegistered: async (tx, newcomer) => {
    const bound = await bind(context, tx, newcomer);
    if ("why" in bound && bound.why !== "no_code") {
      context.log.info({ why: bound.why }, "a newcomer's invitation does not count");
    }
  },
});
