/**
 * Dependencies that other modules provide to the members module: assets, levels, names,
 * invitations.
 */
import { buffer } from "node:stream/consumers";
import { countCards } from "../domain/cards/actions.ts";
import { closingOfMe } from "../domain/closing/actions.ts";
import { termsReader } from "../domain/content/actions.ts";
import { countCoupons } from "../domain/coupons/actions.ts";
import { codeOf, inviteCodes, newcomerListener } from "../domain/invitations/actions.ts";
import type { PosterMemberReader } from "../domain/invitations/posters/port.ts";
import { levelProgressOf } from "../domain/levels/actions.ts";
import { type FileDeps, openPicture } from "../domain/files/actions.ts";
import { nicknameAndPictureOf } from "../domain/members/actions.ts";
import { firstNickname } from "../domain/members/model.ts";
import type {
  AssetReader,
  IdentityProofs,
  NewcomerListener,
  ProfileListener,
} from "../domain/members/port.ts";
import {
  isNameDenied,
  moderateAvatar,
  moderateName,
  shownToOthers,
} from "../domain/moderation/actions.ts";
import { unreadSummary } from "../domain/messages/actions.ts";
import { pointsOf, completeTask } from "../domain/points/actions.ts";
import { isPaused, type LiveState } from "../domain/settings/actions.ts";
import { hasPayPassword, isProofValid, consumeProof } from "../domain/security/actions.ts";
import type { RiskGuard } from "../domain/risk/port.ts";
import { walletOf } from "../domain/wallet/actions.ts";
import type { Gateways } from "./gateways.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import type { AppServices } from "./types.ts";

const assetReader = (context: Context, db: Db): AssetReader => ({
  assetsOf: async (memberId) => {
    const [points, balance, coupons, cards, unread] = await Promise.all([
      pointsOf(db, memberId, context.clock.now()),
      walletOf(db, memberId, context.clock.sql()),
      countCoupons(db, memberId, context.clock.sql()),
      countCards(db, memberId, context.clock.sql()),
      unreadSummary(context, db, memberId),
    ]);
    const counts = { coupons: coupons.available, cards: cards.available, unread: unread.total };
    return { points, balance, ...counts };
  },
});

/** Completes the points task for setting a nickname, and begins the moderation of what changed. */
export const profileListener = (context: Context): ProfileListener => ({
  isDenied: isNameDenied,
  onRenamed: async (tx, { memberId, nickname }) => {
    await completeTask(context, tx, { memberId, task: "nickname" });
    await moderateName(context, tx, { memberId, nickname });
  },
  onPictured: (tx, change) => moderateAvatar(context, tx, change),
});

/** Reads what a poster shows of its member: name, picture and invite code. */
export const createPosterMemberReader = (
  context: Context,
  db: Db,
  files: Pick<FileDeps, "store">,
): PosterMemberReader => ({
  posterMemberOf: async (memberId) => {
    const [face, inviteCode] = await Promise.all([
      nicknameAndPictureOf(db, memberId),
      codeOf(context, db, memberId),
    ]);
    if (!face) return undefined;
    const shown = await shownToOthers(db, memberId, face, firstNickname(""));
    const { nickname, picturePath: path } = shown;
    const read = async (key: string) => {
      const found = await openPicture(context, db, files, key);
      return found && buffer(found.stream);
    };
    const portrait = path === undefined ? undefined : { key: path, read: () => read(path) };
    return { nickname, inviteCode, portrait };
  },
});

/**
 * A proof is needed when a stolen login could take something: money in the wallet, or the password
 * that moves it.
 */
const identityProofs = (context: Context, db: Db): IdentityProofs => ({
  isNeeded: async (memberId) => {
    const [hasPassword, { principal, bonus, reward, held }] = await Promise.all([
      hasPayPassword(db, memberId),
      walletOf(db, memberId, context.clock.sql()),
    ]);
    return hasPassword || principal + bonus + reward + held > 0;
  },
  consume: (tx, { memberId, stepUp }) =>
    consumeProof(context, tx, { memberId, purpose: "identity", stepUp }),
  isPhoneProved: (memberId, stepUp) =>
    isProofValid(context, db, { memberId, purpose: "phone", stepUp }),
  consumePhoneProof: (tx, { memberId, stepUp }) =>
    consumeProof(context, tx, { memberId, purpose: "phone", stepUp }),
});

/** Judges a registration, and then tells the invitations of it, unless they are paused. */
const judgedNewcomers = (
  context: Context,
  { risk, live }: Pick<MemberParts, "risk" | "live">,
): NewcomerListener => {
  const areInvitationsPaused = () => isPaused(live, context.clock, "invitations");
  const { onRegistered } = newcomerListener(context, areInvitationsPaused);
  return {
    onRegistered: async (tx, newcomer) => {
      const { phone } = newcomer;
      await risk.judge(tx, { place: "registration", caller: newcomer, phone });
      await onRegistered(tx, newcomer);
    },
  };
};

type MemberParts = Pick<AppServices, "authenticator"> & {
  readonly partners: Gateways;
  readonly risk: RiskGuard;
  readonly live: LiveState;
};

/** All dependencies of login, profile and identity on other modules. */
export const createMemberDeps = (
  context: Context,
  db: Db,
  { authenticator, partners, live, risk }: MemberParts,
) => ({
  authenticator,
  assets: assetReader(context, db),
  levels: { levelOf: (memberId: string) => levelProgressOf(context, db, memberId) },
  profile: profileListener(context),
  oauth: partners.wechatOAuth,
  proofs: identityProofs(context, db),
  invites: inviteCodes(context, db),
  terms: termsReader(context, db),
  closings: { closingOf: (memberId: string) => closingOfMe(db, memberId) },
  newcomers: judgedNewcomers(context, { risk, live }),
});
