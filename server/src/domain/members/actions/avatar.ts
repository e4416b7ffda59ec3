/**
 * A member's own picture: the file is adopted when chosen, and released when another replaces it.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { adoptFile, createCacheableLink, releaseFile } from "../../files/actions.ts";
import { changeAvatar } from "../store/identities.ts";
import { findMember, type MemberRow } from "../store.ts";

/** `id` is an upload's file id. Returns the id of the adopted file. Refuses FILE_GONE. */
export async function setAvatar(
  context: Context,
  tx: Tx,
  { memberId, id }: { readonly memberId: string; readonly id: string },
): Promise<string> {
  const { fileId, path } = await adoptFile(context, tx, { memberId, id, purpose: "avatar" });
  const before = await changeAvatar(tx, memberId, { url: path, fileId });
  if (before !== undefined) await releaseFile(context, tx, { fileId: before, purpose: "avatar" });
  return fileId;
}

/** Returns the picture's address for the member's own pages; undefined when there is none. */
export function avatarOf(
  context: Context,
  member: Pick<MemberRow, "member_id" | "avatar_url" | "avatar_file">,
): string | undefined {
  const { member_id: readerId, avatar_url: place, avatar_file: fileId } = member;
  if (place === null) return undefined;
  return fileId === null ? place : createCacheableLink(context, { path: place, readerId });
}

/**
 * Returns a member's name, and the path of the picture when it is an uploaded file; undefined for
 * an unknown member.
 */
export async function nicknameAndPictureOf(
  db: Db,
  memberId: string,
): Promise<{ nickname: string; picturePath: string | undefined } | undefined> {
  const member = await findMember(db, memberId);
  if (!member) return undefined;
  const { nickname, avatar_file: fileId, avatar_url: path } = member;
  return { nickname, picturePath: fileId ? (path ?? undefined) : undefined };
}
