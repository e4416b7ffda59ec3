/**
 * Login identities of an account: lists them, links and unlinks WeChat, binds a first phone. Never
 * merges two members: when the other side has an account, the refusal carries the proof that a
 * merge needs.
 */
import type { Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { Call } from "../../../platform/http/call.ts";
import { memberOf } from "../../../platform/http/call.ts";
import { type DomainEvent, publishEvent } from "../../../platform/jobs/domain-events.ts";
import { Refusal } from "../../../platform/refusal.ts";
import {
  bindPhoneRow,
  claimIdentity,
  unlinkIdentity,
  findIdentity,
  storeIdentity,
} from "../store/identities.ts";
import type { IdentityProofs, ProfileListener, WechatOAuth } from "../port.ts";
import { findMember } from "../store.ts";
import { refuseMerged } from "./active-member.ts";
import { phoneChangeBlockedUntil } from "./change-phone.ts";
import { checkCode, consumeCode } from "./check-code.ts";
import { markReturningByPhone, markReturningByWechat } from "./close.ts";
import { makeIdentityProof } from "./identity-proof.ts";
import { phoneFields } from "./login.ts";
import type { WechatIdentity } from "./wechat-login.ts";
import { applyWechatProfile } from "./wechat-profile.ts";
import { type WechatCallback, completeWechatReturn } from "./wechat-return.ts";

export type IdentityDeps = {
  readonly oauth: WechatOAuth;
  readonly proofs: IdentityProofs;
  readonly profile: ProfileListener;
};

type Identities = Output<"identity", "list">;

/**
 * Returns the login identities of a member. Refuses AUTH_EXPIRED when the member does not exist.
 */
export async function identitiesOf(
  context: Context,
  db: Db,
  { oauth, proofs }: IdentityDeps,
  { memberId, userAgent }: { readonly memberId: string; readonly userAgent: string },
): Promise<Identities> {
  const [member, linked, needsProof] = await Promise.all([
    findMember(db, memberId),
    findIdentity(db, { memberId, appId: oauth.appId }),
    proofs.isNeeded(memberId),
  ]);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  const phoneFixedUntil = phoneChangeBlockedUntil(context, member.phone_changed_at);
  return {
    phone: member.phone_mask,
    ...(phoneFixedUntil === undefined ? {} : { phoneFixedUntil }),
    wechat: {
      isLinked: linked !== undefined,
      nickname: linked?.nickname ?? "",
      ...(linked ? { linkedAt: new Date(linked.created_at).getTime() } : {}),
      isHere: oauth.opensInAnyBrowser || userAgent.includes("MicroMessenger"),
    },
    needsProof,
  };
}

/** Consumes the proof that a change of login identities requires. Refuses STEP_UP_NEEDED. */
async function consumeStepUpProof(
  tx: Tx,
  proofs: IdentityProofs,
  { memberId, stepUp }: { readonly memberId: string; readonly stepUp: string | undefined },
): Promise<void> {
  if (!(await proofs.isNeeded(memberId))) return;
  const isProved = stepUp !== undefined && (await proofs.consume(tx, { memberId, stepUp }));
  if (!isProved) throw new Refusal("STEP_UP_NEEDED");
}

type Change = "wechat_linked" | "wechat_unlinked" | "phone_bound";

async function recordChange(
  context: Context,
  tx: Tx,
  memberId: string,
  change: Change,
): Promise<void> {
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name: change,
    actor: { kind: "member", id: memberId },
  });
  const kind: DomainEvent["kind"] = `security.${change}`;
  const data = { at: context.clock.now().getTime() };
  // Each change is an event of its own, so it has a ref of its own.
  await publishEvent(context, tx, { memberId, kind, ref: context.ids.next(), data });
}

/**
 * Allows a member to go to WeChat to link it. Refuses WECHAT_OTHER when one is linked, and
 * STEP_UP_NEEDED.
 */
export async function authorizeLink(
  db: Db,
  { oauth, proofs }: IdentityDeps,
  { memberId, stepUp }: { readonly memberId: string; readonly stepUp: string | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (await findIdentity(tx, { memberId, appId: oauth.appId })) throw new Refusal("WECHAT_OTHER");
    await consumeStepUpProof(tx, proofs, { memberId, stepUp });
  });
}

/**
 * Links an openid that WeChat has just returned. Linking the member's own again changes nothing.
 * Refuses WECHAT_TAKEN {canMerge, proof} when it is another member's, WECHAT_OTHER when this member
 * has another, and ACCOUNT_MERGED.
 */
export async function linkWechat(
  context: Context,
  db: Db,
  { memberId, identity }: { readonly memberId: string; readonly identity: WechatIdentity },
): Promise<void> {
  const { appId, openid } = identity;
  const now = context.clock.sql();
  await transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    const before = await findIdentity(tx, { memberId, appId });
    const owner = await claimIdentity(tx, { memberId, appId, openid, now });
    if (owner !== memberId) {
      const proof = makeIdentityProof(context, { memberId, identity });
      throw new Refusal("WECHAT_TAKEN", { canMerge: true, proof });
    }
    if (!(await storeIdentity(tx, { memberId, ...identity, now })))
      throw new Refusal("WECHAT_OTHER");
    if (before) return;
    await markReturningByWechat(context, tx, { memberId, appId, openid });
    await recordChange(context, tx, memberId, "wechat_linked");
  });
}

/**
 * Completes the member's visit to WeChat: links it, or copies nickname and avatar. Refuses like
 * `completeWechatReturn` and `linkWechat`, always with the referer when it is known.
 */
export async function returnFromWechat(
  context: Context,
  db: Db,
  deps: IdentityDeps,
  { call, ...answered }: WechatCallback & { readonly call: Call },
): Promise<Output<"identity", "wechatReturn">> {
  const { memberId } = memberOf(call);
  const { oauth } = deps;
  const { storedState, person } = await completeWechatReturn(context, db, oauth, {
    ...answered,
    call,
    purposes: ["link", "profile"],
  });
  const { referer } = storedState;
  const identity = { appId: oauth.appId, openid: person.openid, unionid: person.unionid };
  if (storedState.purpose === "link") {
    await linkWechat(context, db, { memberId, identity });
    return { purpose: "link", referer };
  }
  const linked = await findIdentity(db, { memberId, appId: oauth.appId });
  if (linked?.openid !== person.openid) throw new Refusal("WECHAT_OTHER", { referer });
  const profile = await oauth.profile(person);
  if (profile === "refused") throw new Refusal("WECHAT_CODE", { referer });
  const taking = { memberId, appId: oauth.appId, profile, over: "all" } as const;
  await transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    await applyWechatProfile(context, tx, deps.profile, taking);
  });
  return { purpose: "profile", referer };
}

/**
 * Unlinks WeChat. Refuses LAST_IDENTITY for a member without a phone, STEP_UP_NEEDED,
 * ACCOUNT_MERGED.
 */
export async function unlinkWechat(
  context: Context,
  db: Db,
  { oauth, proofs }: IdentityDeps,
  { memberId, stepUp }: { readonly memberId: string; readonly stepUp: string | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    await refuseMerged(tx, memberId);
    const member = await findMember(tx, memberId);
    if (!member?.phone_mask) throw new Refusal("LAST_IDENTITY");
    await consumeStepUpProof(tx, proofs, { memberId, stepUp });
    const now = context.clock.sql();
    const isGone = await unlinkIdentity(tx, { memberId, appId: oauth.appId, now });
    if (isGone) await recordChange(context, tx, memberId, "wechat_unlinked");
  });
}

/** Refuses PHONE_BOUND when the member already has a phone. */
export async function refuseSecondPhone(db: Db, memberId: string): Promise<void> {
  const member = await findMember(db, memberId);
  if (member?.phone_mask) throw new Refusal("PHONE_BOUND");
}

/**
 * Binds a first phone with the code that was sent to it for this. Refuses PHONE_BOUND,
 * SMS_CODE_WRONG {triesLeft}, SMS_CODE_EXPIRED, ACCOUNT_MERGED, and PHONE_TAKEN {canMerge} when the
 * code proves another member's phone: the code is not consumed then, so that it can be used to
 * request a merge.
 */
export async function bindPhone(
  context: Context,
  db: Db,
  shown: { memberId: string; challengeId: string; phone: string; code: string },
): Promise<void> {
  const { memberId, challengeId, code, phone } = shown;
  await refuseSecondPhone(db, memberId);
  const fields = phoneFields(context, memberId, phone);
  const checked = await checkCode(context, db, {
    challengeId,
    code,
    scene: "bind",
    memberId,
    phoneHash: fields.hash,
  });
  await transaction(db, async (tx) => {
    await consumeCode(context, tx, checked);
    const bound = { memberId, phone: fields, now: context.clock.sql() };
    const outcome = await bindPhoneRow(tx, bound);
    if (outcome === "taken") throw new Refusal("PHONE_TAKEN", { canMerge: true });
    if (outcome === "another") throw new Refusal("PHONE_BOUND");
    await markReturningByPhone(context, tx, { memberId, phone });
    await recordChange(context, tx, memberId, "phone_bound");
  });
}
