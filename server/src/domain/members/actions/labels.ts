/** Names of members by their ids, for operators' lists; one statement for a whole page. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { findLabels, findMemberIdByNo, type MemberLabel } from "../store/labels.ts";

export type { MemberLabel } from "../store/labels.ts";

/** Returns those that exist, by id. */
export async function memberLabels(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, MemberLabel>> {
  if (memberIds.length === 0) return new Map();
  const found = await findLabels(db, [...new Set(memberIds)]);
  return new Map(found.map((label) => [label.memberId, label]));
}

/**
 * Returns the member that an operator names by id or by number. Refuses INPUT_INVALID without either,
 * and NOT_FOUND for an unknown number; both name the field.
 */
export async function memberIdOf(
  db: Db | Tx,
  { memberId, memberNo }: { readonly memberId?: string; readonly memberNo?: string },
): Promise<string> {
  if (memberId !== undefined) return memberId;
  if (memberNo === undefined) throw new Refusal("INPUT_INVALID", { field: "memberNo" });
  const found = await findMemberIdByNo(db, memberNo);
  if (found === undefined) throw new Refusal("NOT_FOUND", { field: "memberNo" });
  return found;
}

/** `昵称（会员号）`, or `会员` for one who does not exist any more. */
export const labelText = (label: MemberLabel | undefined): string =>
  label ? `${label.nickname}（${label.memberNo}）` : "会员";
