/** Reads cases and words for operators, and changes the list of words. */
import type { Input, Output } from "@yunjing/contract/operations";
import type {
  ModerationCase,
  ModerationWord,
} from "@yunjing/contract/schemas/operators/moderation";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { createLinksByFileId } from "../../files/actions.ts";
import { memberLabels } from "../../members/actions.ts";
import { plainText } from "../plain-text.ts";
import {
  type CaseRow,
  findCaseById,
  findWord,
  listWords,
  putWord,
  readCaseList,
} from "../store.ts";

export type CaseDeps = { readonly namesOf: NamesOf; readonly readerId: string };

/** Returns how operators read the cases. */
export async function shownCases(
  context: Context,
  db: Db,
  { namesOf, readerId }: CaseDeps,
  rows: readonly CaseRow[],
): Promise<(row: CaseRow) => ModerationCase> {
  const labels = await memberLabels(
    db,
    rows.map(({ memberId }) => memberId),
  );
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ decidedBy }) => decidedBy ?? []),
  );
  const fileIds = rows.flatMap(({ fileId }) => fileId ?? []);
  const links = await createLinksByFileId(context, db, { fileIds, readerId });
  return ({ id, kind, state, memberId, nickname, fileId, note, decidedBy, createdAt, endedAt }) => {
    const { memberNo = "", nickname: name = "", phone = "" } = labels.get(memberId) ?? {};
    const pictureUrl = fileId === null ? undefined : links.get(fileId);
    return {
      caseId: id,
      kind,
      state,
      member: { memberNo, nickname: name, phone },
      ...(pictureUrl === undefined ? {} : { pictureUrl }),
      ...(decidedBy === null ? {} : { decidedBy: { id: decidedBy, name: nameOf(decidedBy) } }),
      ...withoutNulls({ text: nickname, note, endedAt }),
      createdAt,
    };
  };
}

/** Returns a page: what waits oldest first, all else newest first. Refuses BAD_REQUEST. */
export async function casePage(
  context: Context,
  db: Db,
  deps: CaseDeps,
  { cursor, pageSize, ...filter }: Input<"operatorModeration", "list">,
): Promise<Output<"operatorModeration", "list">> {
  const page = keysetPageOf({ cursor, pageSize });
  const rows = await readCaseList(db, filter, { ...page, limit: page.limit + 1 });
  return keysetResult(rows, page, await shownCases(context, db, deps, rows));
}

export const wordList = async (db: Db): Promise<{ list: ModerationWord[] }> => ({
  list: await listWords(db),
});

/**
 * Changes a word, or adds one. Refuses INPUT_INVALID {field, text} for a word without letters and
 * digits, STATE_CHANGED for an old version.
 */
export async function setWord(
  { clock }: Context,
  db: Db,
  change: Input<"operatorModeration", "setWord"> & { readonly operatorId: string },
): Promise<ModerationWord> {
  const word = change.word.trim();
  const plain = plainText(word);
  if (Array.from(plain).length < 2)
    throw new Refusal("INPUT_INVALID", { field: "word", text: "至少 2 个字，符号和空格不算" });
  const stored = await putWord(db, { ...change, word, plain }, clock.sql());
  if (!stored) throw new Refusal("STATE_CHANGED");
  return stored;
}

/** Reads a case as the audit shows it before and after a write. */
export async function caseStateOf(db: Db, id: string): Promise<AuditedState | undefined> {
  const row = await findCaseById(db, id);
  if (!row) return undefined;
  const { kind, state, nickname, fileId, note } = row;
  return { object: id, state: { kind, state, nickname, fileId, note } };
}

/** Reads a word as the audit shows it before and after a write. */
export async function wordStateOf(db: Db, word: string): Promise<AuditedState | undefined> {
  const found = await findWord(db, plainText(word));
  return found && { object: found.word, state: { level: found.level, isOn: found.isOn } };
}
