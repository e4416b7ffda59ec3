/** SQL statements on moderated nicknames and pictures, and on the list of words. Instants in ms. */
import { type SQL, sql } from "drizzle-orm";
import type {
  ModerationKind,
  ModerationWord,
} from "@yunjing/contract/schemas/operators/moderation";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  microsSql,
  type Position,
} from "../../platform/database/keyset.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../platform/database/sql.ts";
import { moveOf } from "../../platform/lifecycle.ts";
import { moderationLifecycle, type ModerationState } from "./lifecycle.ts";

type Reader = Db | Tx;
export type CaseKey = { readonly memberId: string; readonly id: string };

export type CaseRow = CaseKey & {
  readonly kind: ModerationKind;
  readonly state: ModerationState;
  readonly nickname: string | null;
  readonly fileId: string | null;
  readonly note: string | null;
  readonly decidedBy: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
};

const ms = (column: string): SQL => sql.raw(epochMsSql(column));
const columns = sql`
  member_id AS "memberId", id, kind, state, nickname, file_id AS "fileId", note, decided_by AS "decidedBy",
  ${ms("created_at")} AS "createdAt", ${ms("ended_at")} AS "endedAt"`;

export type NewCase = CaseKey &
  Pick<CaseRow, "kind" | "nickname" | "fileId" | "note"> & {
    readonly state: "SCREENING" | "REVIEW";
  };

/** Inserts a case. Returns false for a picture that has one. */
export async function insertCase(tx: Tx, made: NewCase, now: Now): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO moderation_case (member_id, id, kind, state, nickname, file_id, note, created_at)
    VALUES (${made.memberId}, ${made.id}, ${made.kind}, ${made.state}, ${made.nickname}, ${made.fileId},
            ${made.note}, ${sqlNow(now)})
    ON CONFLICT (member_id, file_id) WHERE file_id IS NOT NULL DO NOTHING`);
  return inserted.rowCount === 1;
}

export async function findCase(db: Reader, key: CaseKey): Promise<CaseRow | undefined> {
  const { rows } = await db.execute<CaseRow>(sql`
    SELECT ${columns} FROM moderation_case WHERE member_id = ${key.memberId} AND id = ${key.id}`);
  return rows[0];
}

/** Returns a case by its id alone, for operators. */
export async function findCaseById(db: Reader, id: string): Promise<CaseRow | undefined> {
  const { rows } = await db.execute<CaseRow>(
    sql`SELECT ${columns} FROM moderation_case WHERE id = ${id}`,
  );
  return rows[0];
}

export type CaseEnd = {
  readonly event: "hold" | "pass" | "reject";
  readonly note: string | null;
  readonly decidedBy: string | null;
};

/** Applies one event. Returns false when the case was in a state where it may not happen. */
export async function moveCase(
  tx: Tx,
  { memberId, id }: CaseKey,
  { event, note, decidedBy }: CaseEnd,
  now: Now,
): Promise<boolean> {
  const { from, to } = moveOf(moderationLifecycle, event);
  const endedAt = event === "hold" ? sql`NULL` : sqlNow(now);
  const moved = await tx.execute(sql`
    UPDATE moderation_case SET state = ${to}, note = ${note}, decided_by = ${decidedBy}, ended_at = ${endedAt}
    WHERE member_id = ${memberId} AND id = ${id} AND state = ANY(${sql.param([...from])}::text[])`);
  return moved.rowCount === 1;
}

/** Returns whether the member's present nickname, or this picture, has not passed. */
export async function hasUndecided(
  db: Db,
  memberId: string,
  {
    nickname,
    picturePath,
  }: { readonly nickname: string; readonly picturePath: string | undefined },
): Promise<{ readonly nickname: boolean; readonly picture: boolean }> {
  const { rows: cases } = await db.execute<{ nickname: string | null; fileId: string | null }>(sql`
    SELECT nickname, file_id AS "fileId" FROM moderation_case
    WHERE member_id = ${memberId} AND state IN ('SCREENING', 'REVIEW')`);
  const fileIds = cases.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  const isSame = { nickname: cases.some((one) => one.nickname === nickname), picture: false };
  if (fileIds.length === 0 || picturePath === undefined) return isSame;
  const { rows } = await db.execute(sql`
    SELECT 1 FROM file WHERE file_id = ANY (${sql.param(fileIds)}::uuid[]) AND path = ${picturePath} LIMIT 1`);
  return { ...isSame, picture: rows.length > 0 };
}

/** Removes the nicknames of a closed account; that a case existed stays. */
export async function eraseModeratedNames(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE moderation_case SET nickname = '' WHERE member_id = ${memberId} AND kind = 'nickname'`,
  );
}

export type CaseFilter = {
  readonly state?: ModerationState | undefined;
  readonly kind?: ModerationKind | undefined;
};

/** What waits for a person is listed oldest first, everything else newest first. */
export async function readCaseList(
  db: Db,
  { state = "REVIEW", kind }: CaseFilter,
  { after, limit }: KeysetPage,
): Promise<(CaseRow & Position)[]> {
  const order = state === "REVIEW" ? "ascending" : "descending";
  const place = byUuid("created_at", "id");
  const ofKind = kind === undefined ? sql`` : sql`AND kind = ${kind}`;
  const { rows } = await db.execute<CaseRow & Position>(sql`
    SELECT ${columns}, ${microsSql("created_at")} AS micros FROM moderation_case
    WHERE state = ${state} ${ofKind} AND ${afterPosition(place, after, order)}
    ORDER BY ${byPosition(place, order)} LIMIT ${limit}`);
  return rows;
}

const wordColumns = sql`term AS word, level, is_on AS "isOn", version, ${ms("changed_at")} AS "changedAt"`;

export async function listWords(db: Reader): Promise<ModerationWord[]> {
  const { rows } = await db.execute<ModerationWord>(
    sql`SELECT ${wordColumns} FROM moderation_term ORDER BY is_on DESC, level, term`,
  );
  return rows;
}

/** Returns the strictest word in a plain text. */
export async function findWordIn(
  db: Reader,
  plain: string,
): Promise<Pick<ModerationWord, "word" | "level"> | undefined> {
  const { rows } = await db.execute<Pick<ModerationWord, "word" | "level">>(sql`
    SELECT term AS word, level FROM moderation_term WHERE is_on AND strpos(${plain}, plain) > 0
    ORDER BY level, plain LIMIT 1`);
  return rows[0];
}

export async function findWord(db: Reader, plain: string): Promise<ModerationWord | undefined> {
  const { rows } = await db.execute<ModerationWord>(
    sql`SELECT ${wordColumns} FROM moderation_term WHERE plain = ${plain}`,
  );
  return rows[0];
}

export type WordChange = Pick<ModerationWord, "word" | "level" | "isOn"> & {
  readonly plain: string;
  readonly sinceVersion: number;
  readonly operatorId: string;
};

/** Inserts (version 0) or changes a word. Returns `undefined` when its version is another. */
export async function putWord(
  db: Db,
  change: WordChange,
  now: Now,
): Promise<ModerationWord | undefined> {
  const { plain, word, level, isOn, sinceVersion, operatorId } = change;
  const { rows } = await db.execute<ModerationWord>(
    sinceVersion === 0
      ? sql`
        WITH kept AS (INSERT INTO moderation_term (plain, term, level, is_on, changed_by, changed_at)
        VALUES (${plain}, ${word}, ${level}, ${isOn}, ${operatorId}, ${sqlNow(now)})
        ON CONFLICT (plain) DO NOTHING RETURNING *)
        SELECT ${wordColumns} FROM kept`
      : sql`
        WITH kept AS (UPDATE moderation_term SET term = ${word}, level = ${level}, is_on = ${isOn}, version = version + 1,
               changed_by = ${operatorId}, changed_at = ${sqlNow(now)}
        WHERE plain = ${plain} AND version = ${sinceVersion} RETURNING *)
        SELECT ${wordColumns} FROM kept`,
  );
  return rows[0];
}
