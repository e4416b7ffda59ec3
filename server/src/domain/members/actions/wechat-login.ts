/**
 * Login by WeChat: finds or creates the member of an openid that WeChat returned, and opens a
 * session.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { Call } from "../../../platform/http/call.ts";
import { invariant, Outage, Refusal } from "../../../platform/refusal.ts";
import { claimIdentity, storeIdentity } from "../store/identities.ts";
import { MAY_LOG_IN } from "../model.ts";
import type { NewcomerListener, ProfileListener, WechatOAuth, WechatPerson } from "../port.ts";
import { findMember, recordTerms } from "../store.ts";
import { markReturningByWechat } from "./close.ts";
import { announceNewcomer } from "./newcomer.ts";
import { startSession, type LoginResult, createMember } from "./login.ts";
import { applyWechatProfile, type WechatProfile } from "./wechat-profile.ts";
import { type WechatCallback, completeWechatReturn } from "./wechat-return.ts";

/** A person as WeChat has just returned them. */
export type WechatIdentity = {
  readonly appId: string;
  readonly openid: string;
  readonly unionid: string | undefined;
};

/** Returns the member of an openid; creates one, without a phone, when it is new. */
export async function findOrCreateMemberByWechat(
  context: Context,
  tx: Tx,
  { appId, openid, unionid }: WechatIdentity,
): Promise<{ memberId: string; isNew: boolean }> {
  const now = context.clock.sql();
  const freshId = context.ids.next();
  const memberId = await claimIdentity(tx, { memberId: freshId, appId, openid, now });
  const isNew = memberId === freshId;
  if (isNew) await createMember(context, tx, { memberId, phone: undefined });
  const isStored = await storeIdentity(tx, { memberId, appId, openid, unionid, now });
  invariant(isStored, "a claimed openid belongs to its member");
  if (isNew) await markReturningByWechat(context, tx, { memberId, appId, openid });
  return { memberId, isNew };
}

export type WechatLogin = WechatCallback & {
  readonly termsVersion: string | undefined;
  readonly inviteCode: string | undefined;
};

/**
 * Returns the WeChat profile of a person who agreed to share it; undefined when WeChat does not
 * respond: the login then continues with the initial name.
 */
const profileOf = (
  { log }: Context,
  oauth: WechatOAuth,
  person: WechatPerson,
): Promise<WechatProfile | undefined> =>
  oauth.profile(person).then(
    (profile) => (profile === "refused" ? undefined : profile),
    (error: unknown) => {
      if (!(error instanceof Outage)) throw error;
      log.warn({ reason: error.message }, "WeChat returned no nickname; the login continues");
      return undefined;
    },
  );

/**
 * Logs in with WeChat's response; when the member agreed on the way, WeChat's name and picture
 * replace the initial ones. `referer` is the page to open. Refuses TERMS_NEEDED (the state stays
 * valid), NO_PERMISSION for a frozen member, RISK_REFUSED for a newcomer, and like
 * `completeWechatReturn`.
 */
export async function loginByWechat(
  context: Context,
  db: Db,
  deps: {
    readonly oauth: WechatOAuth;
    readonly newcomers: NewcomerListener;
    readonly profile: ProfileListener;
  },
  { call, ...login }: WechatLogin & { readonly call: Call },
): Promise<LoginResult & { readonly referer: string }> {
  const version = login.termsVersion?.trim();
  if (!version) throw new Refusal("TERMS_NEEDED");
  const { oauth, newcomers } = deps;
  const { device, address, userAgent: agent } = call;
  const { storedState, person } = await completeWechatReturn(context, db, oauth, {
    ...login,
    call,
    purposes: ["login"],
  });
  const profile = storedState.withProfile ? await profileOf(context, oauth, person) : undefined;
  return transaction(db, async (tx) => {
    const identity = { appId: oauth.appId, openid: person.openid, unionid: person.unionid };
    const { memberId, isNew } = await findOrCreateMemberByWechat(context, tx, identity);
    const member = await findMember(tx, memberId);
    invariant(member, "a claimed openid has a member");
    if (!MAY_LOG_IN.has(member.status)) throw new Refusal("NO_PERMISSION");
    await recordTerms(tx, { memberId, version, now: context.clock.sql() });
    if (isNew) {
      const { inviteCode } = login;
      const newcomer = { memberId, inviteCode, device, address, agent };
      await announceNewcomer(context, tx, newcomers, { ...newcomer, channel: "wechat" });
    }
    if (profile) {
      const taking = { memberId, appId: oauth.appId, profile, over: "given" } as const;
      await applyWechatProfile(context, tx, deps.profile, taking);
    }
    const begun = await startSession(context, tx, { memberId, member, login: { device } });
    const isClosing = member.status === "CANCELLING";
    return { ...begun, isNew, isClosing, referer: storedState.referer };
  });
}
