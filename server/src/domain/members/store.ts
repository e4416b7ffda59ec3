/** Every SQL statement about members, their challenges, sessions and refresh tokens. */
import type { TermsOf } from "@yunjing/contract/schemas/agreements";
import { firstNickname } from "./model.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { invariant } from "../../platform/refusal.ts";
import { sqlNow } from "../../platform/database/sql.ts";

type Reader = Db | Tx;

export type MemberRow = {
  member_id: string;
  member_no: string;
  status: string;
  nickname: string;
  phone_mask: string;
  /** A URL, or, when `avatar_file` is set, the path of an uploaded file. */
  avatar_url: string | null;
  avatar_file: string | null;
  /** `05-20`. */
  birthday: string | null;
  /** When the member refused advertising in the app; null while it is received. */
  offers_off_at: Date | null;
  session_version: number;
  roles: string[];
  permissions: string[];
  terms_version: string;
  terms_at: Date | null;
  created_at: Date;
  /** When the bound phone was last changed. */
  phone_changed_at: Date | null;
  /** True when an account with the same phone or openid was closed recently. */
  is_returning: boolean;
};

export async function findMember(db: Reader, memberId: string): Promise<MemberRow | undefined> {
  const found = await db.execute<MemberRow>(sql`
    SELECT member_id, member_no, status, nickname, phone_mask, avatar_url, avatar_file, birthday, offers_off_at, session_version, roles, permissions,
           terms_version, terms_at, created_at, phone_changed_at, is_returning
    FROM member WHERE member_id = ${memberId}`);
  return found.rows[0];
}

/** Returns the sealed phone of a member. */
export async function findPhone(db: Reader, memberId: string): Promise<Buffer | undefined> {
  const found = await db.execute<{ phone_sealed: Buffer | null }>(
    sql`SELECT phone_sealed FROM member WHERE member_id = ${memberId}`,
  );
  return found.rows[0]?.phone_sealed ?? undefined;
}

type SealedPhone = {
  readonly memberId: string;
  readonly memberNo: string;
  readonly sealed: Buffer;
};

/** Returns the sealed phones of members by number. */
export async function findPhonesByNo(
  db: Reader,
  memberNos: readonly string[],
): Promise<SealedPhone[]> {
  const { rows } = await db.execute<SealedPhone>(sql`
    SELECT m.member_id AS "memberId", m.member_no AS "memberNo", m.phone_sealed AS sealed
    FROM member_no_claim c JOIN member m ON m.member_id = c.member_id
    WHERE c.member_no = ANY (${sql.param([...memberNos])}::text[]) AND m.phone_sealed IS NOT NULL`);
  return rows;
}

/** Returns the member who has a phone now; never creates one. */
export async function findMemberByPhone(
  db: Reader,
  phoneHash: Buffer,
): Promise<MemberRow | undefined> {
  const claimed = await db.execute<{ member_id: string }>(
    sql`SELECT member_id FROM phone_claim WHERE phone_hash = ${phoneHash}`,
  );
  const [claim] = claimed.rows;
  return claim && findMember(db, claim.member_id);
}

/**
 * Returns the member of a phone, or the given new id when the phone was free and is now claimed. A
 * claim that another change frees meanwhile is tried again.
 */
export async function claimPhone(
  tx: Tx,
  claim: { phoneHash: Buffer; memberId: string; now: Date | null },
): Promise<{ memberId: string; isNew: boolean }> {
  for (;;) {
    const made = await tx.execute(sql`
      INSERT INTO phone_claim (phone_hash, member_id, created_at)
      VALUES (${claim.phoneHash}, ${claim.memberId}, ${sqlNow(claim.now)})
      ON CONFLICT (phone_hash) DO NOTHING`);
    if (made.rowCount === 1) return { memberId: claim.memberId, isNew: true };
    const found = await tx.execute<{ member_id: string }>(
      sql`SELECT member_id FROM phone_claim WHERE phone_hash = ${claim.phoneHash}`,
    );
    const [held] = found.rows;
    if (held) return { memberId: held.member_id, isNew: false };
  }
}

export async function claimMemberNo(tx: Tx, memberNo: string, memberId: string): Promise<boolean> {
  const made = await tx.execute(sql`
    INSERT INTO member_no_claim (member_no, member_id) VALUES (${memberNo}, ${memberId})
    ON CONFLICT (member_no) DO NOTHING`);
  return made.rowCount === 1;
}

export type NewMember = {
  memberId: string;
  memberNo: string;
  nickname: string;
  /** Undefined for a member who registered by WeChat. */
  phone: { sealed: Buffer; hash: Buffer; mask: string } | undefined;
  channel: "web" | "wechat";
  now: Date | null;
};

export async function insertMember(tx: Tx, member: NewMember): Promise<void> {
  await tx.execute(sql`
    INSERT INTO member (member_id, member_no, status, nickname, phone_sealed, phone_hash, phone_mask, reg_channel,
                        created_at)
    VALUES (${member.memberId}, ${member.memberNo}, 'ACTIVE', ${member.nickname}, ${member.phone?.sealed ?? null},
            ${member.phone?.hash ?? null}, ${member.phone?.mask ?? ""}, ${member.channel},
            ${sqlNow(member.now)})`);
}

const consentKinds: Readonly<Record<TermsOf, string>> = { login: "terms", topup: "topup" };

type Acceptance = { memberId: string; version: string; now: Date | null };

async function insertConsent(
  tx: Tx,
  { memberId, of, version, now }: Acceptance & { of: TermsOf },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO consent (member_id, kind, version, at)
    VALUES (${memberId}, ${consentKinds[of]}, ${version}, ${sqlNow(now)})
    ON CONFLICT DO NOTHING`);
}

/** Stores that the terms of a top-up were accepted, once, and returns when that was first. */
export async function recordTopUpTerms(tx: Tx, terms: Acceptance): Promise<Date> {
  await insertConsent(tx, { ...terms, of: "topup" });
  const { rows } = await tx.execute<{ at: Date }>(sql`
    SELECT at FROM consent
    WHERE member_id = ${terms.memberId} AND kind = 'topup' AND version = ${terms.version}`);
  invariant(rows[0], "an acceptance was stored");
  return new Date(rows[0].at);
}

export type Consent = {
  readonly of: TermsOf;
  readonly termsVersion: string;
  /** ms. */
  readonly at: number;
};

/** Returns what a member accepted and when, the newest first. */
export async function readConsents(db: Reader, memberId: string): Promise<Consent[]> {
  const { rows } = await db.execute<Consent>(sql`
    SELECT CASE kind WHEN 'terms' THEN 'login' ELSE 'topup' END AS of, version AS "termsVersion",
           (extract(epoch FROM at) * 1000)::float8 AS at
    FROM consent WHERE member_id = ${memberId} ORDER BY consent.at DESC`);
  return rows;
}

/** Returns how many members accepted one of these texts, counted up to `most`; reads the table. */
export async function countAccepted(
  db: Reader,
  texts: { readonly of: TermsOf; readonly names: readonly string[]; readonly most: number },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT DISTINCT member_id FROM consent
      WHERE kind = ${consentKinds[texts.of]} AND version = ANY(${sql.param([...texts.names])}::text[])
      LIMIT ${texts.most}) found`);
  return rows[0]?.count ?? 0;
}

/** Stores that a version was accepted at login, once, and returns when it was first accepted. */
export async function recordTerms(tx: Tx, terms: Acceptance): Promise<Date> {
  await insertConsent(tx, { ...terms, of: "login" });
  const stored = await tx.execute<{ terms_at: Date }>(sql`
    UPDATE member m SET terms_version = c.version, terms_at = c.at,
                        last_seen_at = ${sqlNow(terms.now)}
    FROM consent c
    WHERE m.member_id = ${terms.memberId} AND c.member_id = m.member_id
      AND c.kind = 'terms' AND c.version = ${terms.version}
    RETURNING m.terms_at`);
  const [row] = stored.rows;
  invariant(row, "a member who accepts terms exists");
  return new Date(row.terms_at);
}

export async function changeNickname(
  db: Reader,
  memberId: string,
  nickname: string,
): Promise<void> {
  await db.execute(sql`UPDATE member SET nickname = ${nickname} WHERE member_id = ${memberId}`);
}

/** Gives back the initial name, unless the member has taken another one meanwhile. */
export async function resetNickname(
  tx: Tx,
  { memberId, nickname }: { readonly memberId: string; readonly nickname: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE member SET nickname = ${firstNickname("")} || right(member_no, 4)
    WHERE member_id = ${memberId} AND nickname = ${nickname}`);
}

/** Removes a picture, unless the member has chosen another one meanwhile. */
export async function resetAvatar(
  tx: Tx,
  { memberId, fileId }: { readonly memberId: string; readonly fileId: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE member SET avatar_url = NULL, avatar_file = NULL
    WHERE member_id = ${memberId} AND avatar_file = ${fileId}`);
}

export async function updateRights(
  db: Reader,
  rights: { memberId: string; roles: readonly string[]; permissions: readonly string[] },
): Promise<void> {
  await db.execute(sql`
    UPDATE member SET roles = ${sql.param([...rights.roles])}::text[], permissions = ${sql.param([...rights.permissions])}::text[],
                      session_version = session_version + 1
    WHERE member_id = ${rights.memberId}`);
}
