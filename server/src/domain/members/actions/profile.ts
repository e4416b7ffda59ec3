/** A member's own profile, with data from the modules above. */
import { termsVersionOf } from "@yunjing/contract/agreements";
import { birthdayOf } from "@yunjing/contract/birthday";
import { nicknameFault, nicknameFaultTexts, normalizeNickname } from "@yunjing/contract/nickname";
import { memberRights } from "@yunjing/contract/permissions";
import type { Me } from "@yunjing/contract/schemas/member";
import type { Context } from "../../../platform/context.ts";
import { incrementCounter } from "../../../platform/rate-limit.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { Refusal } from "../../../platform/refusal.ts";
import type {
  AssetReader,
  ClosingReader,
  InviteCodes,
  LevelReader,
  ProfileListener,
  TermsReader,
} from "../port.ts";
import { storeBirthday } from "../store/birthdays.ts";
import { storeOffers } from "../store/offers.ts";
import { avatarOf } from "./avatar.ts";
import { changeNickname, findMember } from "../store.ts";

const DAY_MS = 86_400_000;

/** Readers of member data in the modules above. */
export type ProfileReaders = {
  readonly assets: AssetReader;
  readonly levels: LevelReader;
  readonly invites: InviteCodes;
  readonly closings: ClosingReader;
  readonly terms: TermsReader;
};

/** Returns the member's profile and assets; refuses AUTH_EXPIRED when the member does not exist. */
export async function profileOf(
  context: Context,
  db: Db,
  readers: ProfileReaders,
  memberId: string,
): Promise<Me> {
  const [member, level, owned, inviteCode, { current }] = await Promise.all([
    findMember(db, memberId),
    readers.levels.levelOf(memberId),
    readers.assets.assetsOf(memberId),
    readers.invites.codeOf(memberId),
    readers.terms.termsInForce(),
  ]);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  const avatar = avatarOf(context, member);
  const isClosing = member.status === "CANCELLING";
  const closing = isClosing ? await readers.closings.closingOf(memberId) : undefined;
  return {
    uid: member.member_id,
    memberNo: member.member_no,
    nickname: member.nickname,
    ...(avatar === undefined ? {} : { avatar }),
    ...(member.birthday === null ? {} : { birthday: member.birthday }),
    wantsOffers: member.offers_off_at === null,
    phone: member.phone_mask,
    level,
    ...memberRights(member),
    counts: { coupons: owned.coupons, cards: owned.cards, unread: owned.unread },
    points: owned.points,
    balance: owned.balance,
    inviteCode,
    termsVersion: member.terms_version,
    ...(member.terms_at ? { termsAcceptedAt: new Date(member.terms_at).getTime() } : {}),
    termsCurrent: termsVersionOf("login", current),
    ...(closing ? { closing } : {}),
    createdAt: new Date(member.created_at).getTime(),
  };
}

/**
 * Returns a member's status and the start of the membership in ms. Refuses AUTH_EXPIRED when the
 * member does not exist.
 */
export async function statusOf(
  db: Db | Tx,
  memberId: string,
): Promise<{ status: string; createdAt: number }> {
  const member = await findMember(db, memberId);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  return { status: member.status, createdAt: new Date(member.created_at).getTime() };
}

/**
 * Changes the nickname; the same one changes nothing. Refuses NICKNAME_DENIED {reason} by the rules
 * of `contract/src/nickname.ts` and for denied words, and RATE_LIMITED after `nicknamesPerDay`
 * changes within a day.
 */
export async function renameMember(
  context: Context,
  tx: Tx,
  listener: ProfileListener,
  change: { memberId: string; nickname: string },
): Promise<void> {
  const { memberId } = change;
  const nickname = normalizeNickname(change.nickname);
  const member = await findMember(tx, memberId);
  if (member?.nickname === nickname) return;
  const fault = nicknameFault(nickname);
  if (fault) throw new Refusal("NICKNAME_DENIED", { reason: nicknameFaultTexts[fault] });
  const now = context.clock.now();
  const subject = `nickname:${memberId}`;
  const used = await incrementCounter(tx, { subject, windowMs: DAY_MS, now });
  if (used > context.settings.nicknamesPerDay) {
    const waitSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
    throw new Refusal("RATE_LIMITED", undefined, waitSeconds);
  }
  if (await listener.isDenied(tx, nickname))
    throw new Refusal("NICKNAME_DENIED", { reason: "包含不能使用的词" });
  await changeNickname(tx, memberId, nickname);
  await listener.onRenamed(tx, { memberId, nickname });
}

/**
 * Stores the birthday, once: who could change it would have a birthday every day. Refuses
 * INPUT_INVALID for a day that is in no month, STATE_CHANGED when another one is known.
 */
export async function tellBirthday(tx: Tx, memberId: string, birthday: string): Promise<void> {
  if (birthdayOf(birthday) === undefined)
    throw new Refusal("INPUT_INVALID", { field: "birthday", text: "没有这一天，请重新填写" });
  if (!(await storeBirthday(tx, memberId, birthday)))
    throw new Refusal("STATE_CHANGED", { field: "birthday", text: "生日填写后不能修改" });
}

/** Stores whether a member wants advertising in the app; the same choice changes nothing. */
export async function chooseOffers(
  context: Context,
  tx: Tx,
  choice: { readonly memberId: string; readonly wantsOffers: boolean },
): Promise<void> {
  const { memberId, wantsOffers } = choice;
  if (!(await storeOffers(tx, { ...choice, now: context.clock.sql() }))) return;
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name: wantsOffers ? "offers_on" : "offers_off",
    actor: { kind: "member", id: memberId },
  });
}

/** Returns a member's name for operators; undefined when there is none. */
export async function nameOf(
  db: Db,
  memberId: string,
): Promise<{ nickname: string; phone: string } | undefined> {
  const member = await findMember(db, memberId);
  return member && { nickname: member.nickname, phone: member.phone_mask };
}

type MemberSummary = {
  readonly status: string;
  readonly nickname: string;
  readonly phone: string;
  readonly createdAt: number;
  readonly isReturning: boolean;
};

/**
 * Returns status, name, masked phone (empty when there is none), start of the membership in ms, and
 * whether an earlier account was closed; undefined for an unknown member.
 */
export async function memberSummaryOf(
  db: Db | Tx,
  memberId: string,
): Promise<MemberSummary | undefined> {
  const member = await findMember(db, memberId);
  if (!member) return undefined;
  const { status, nickname, phone_mask: phone, created_at: createdAt } = member;
  const isReturning = member.is_returning;
  return { status, nickname, phone, createdAt: new Date(createdAt).getTime(), isReturning };
}
