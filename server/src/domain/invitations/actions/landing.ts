/** What a visitor sees of an invitation before the login: who invites, and what both sides get. */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { incrementCounter } from "../../../platform/rate-limit.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { sharedRead } from "../../../platform/shared-read.ts";
import { newcomerCampaigns } from "../../coupons/actions.ts";
import { memberSummaryOf } from "../../members/actions.ts";
import { CODE_LENGTH, type Gift, normalizeCode } from "../model.ts";
import { faceOf } from "../posters/face.ts";
import type { PosterMember, PosterMemberReader } from "../posters/port.ts";
import { runningCampaign } from "../store/bindings.ts";
import { ownerOfCode } from "../store/codes.ts";
import { ruleOf } from "../store/rewards.ts";
import { giftText } from "../texts.ts";

const HOUR_MS = 3_600_000;
/** More would push the login form out of the first view. */
const COUPONS_MAX = 3;

export type LandingRequest = { readonly inviteCode: string; readonly address: string };

/**
 * Returns who invites by a code. Undefined for an unknown code, an owner who is no active member,
 * and an address that has read so many that it may be trying codes.
 */
async function inviterOf(
  context: Context,
  db: Db,
  members: PosterMemberReader,
  { inviteCode, address }: LandingRequest,
): Promise<(PosterMember & { readonly code: string }) | undefined> {
  const code = normalizeCode(inviteCode);
  if (code.length !== CODE_LENGTH) return undefined;
  const subject = `invite-landing:${address}`;
  const used = await incrementCounter(db, { subject, windowMs: HOUR_MS, now: context.clock.now() });
  if (used > context.settings.inviteVisitsPerAddressHour) return undefined;
  const ownerId = await ownerOfCode(db, code);
  if (ownerId === undefined) return undefined;
  const summary = await memberSummaryOf(db, ownerId);
  if (summary?.status !== "ACTIVE") return undefined;
  const member = await members.posterMemberOf(ownerId);
  return member && { ...member, code };
}

const textOf = (gift: Gift | undefined): string | undefined =>
  gift === undefined || gift.kind === "none" ? undefined : giftText(gift);

/** The coupons of newcomers, as the landing shows them. */
type Newcomers = () => ReturnType<typeof newcomerCampaigns>;

/** Reads the coupons of newcomers once for all callers of a while. */
export const sharedNewcomers = (context: Context, db: Db): Newcomers =>
  sharedRead(context, () => newcomerCampaigns(context, db, COUPONS_MAX));

/** The same answer without `inviter` for every code without an active owner. */
export async function inviteLanding(
  context: Context,
  db: Db,
  members: PosterMemberReader,
  request: LandingRequest,
  newcomers: Newcomers = () => newcomerCampaigns(context, db, COUPONS_MAX),
): Promise<Output<"invite", "landing">> {
  const now = context.clock.sql();
  const [inviter, running, coupons] = await Promise.all([
    inviterOf(context, db, members, request),
    runningCampaign(db, now),
    newcomers(),
  ]);
  const rule = running && (await ruleOf(db, running, now));
  const inviterGift = textOf(rule?.inviter);
  const inviteeGift = textOf(rule?.invitee);
  return {
    ...(inviter ? { inviter: { nickname: inviter.nickname } } : {}),
    ...(inviter && inviterGift !== undefined ? { inviterGift } : {}),
    ...(inviter && inviteeGift !== undefined ? { inviteeGift } : {}),
    coupons,
  };
}

/** Refuses NOT_FOUND where the landing names no inviter. */
export async function inviterFace(
  context: Context,
  db: Db,
  members: PosterMemberReader,
  request: LandingRequest,
): Promise<Uint8Array> {
  const inviter = await inviterOf(context, db, members, request);
  if (!inviter) throw new Refusal("NOT_FOUND");
  return faceOf({ seed: inviter.code, portrait: inviter.portrait });
}
