/** Names of members by their ids, for operators' lists; one statement for a whole page. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { findLabels, type MemberLabel } from "../store/labels.ts";

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

/** `昵称（会员号）`, or `会员` for one who does not exist any more. */
export const labelText = (label: MemberLabel | undefined): string =>
  label ? `${label.nickname}（${label.memberNo}）` : "会员";
