/** Names of members by their ids, for operators' lists; one statement for a whole page. */
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { findLabels, findMemberIdByNo, type MemberLabel } from "../store/labels.ts";

export type { MemberLabel } from "../store/labels.ts";

const UNKNOWN_MEMBER = "没有这个会员，请核对会员号";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns those that exist, by id; an actor that is no member, such as `system`, is left out. */
export async function memberLabels(
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, MemberLabel>> {
  const ids = [...new Set(memberIds)].filter((id) => UUID.test(id));
  if (ids.length === 0) return new Map();
  const found = await findLabels(db, ids);
  return new Map(found.map((label) => [label.memberId, label]));
}

/**
 * Returns the member that an operator names by id or by number. Refuses INPUT_INVALID without either,
 * and NOT_FOUND for an unknown number; both name the field of the number.
 */
export async function memberIdOf(
  db: Db | Tx,
  { memberId, memberNo }: { readonly memberId?: string; readonly memberNo?: string },
  field = "memberNo",
): Promise<string> {
  if (memberId !== undefined) return memberId;
  if (memberNo === undefined) throw new Refusal("INPUT_INVALID", { field });
  const found = await findMemberIdByNo(db, memberNo);
  if (found === undefined) throw new Refusal("NOT_FOUND", { field, text: UNKNOWN_MEMBER });
  return found;
}

/** Returns the member that an operator names, or `undefined` when there is none; refuses nothing. */
export async function findNamedMember(
  db: Db | Tx,
  { memberId, memberNo }: { readonly memberId?: string; readonly memberNo?: string },
): Promise<string | undefined> {
  if (memberId !== undefined) return UUID.test(memberId) ? memberId : undefined;
  return memberNo === undefined ? undefined : findMemberIdByNo(db, memberNo);
}

/**
 * Returns the member that a list's filter names: `undefined` without a name, and null for a number
 * that no member has: the caller answers an empty list or refuses.
 */
export async function memberFilterOf(
  db: Db | Tx,
  named: { readonly memberId?: string | undefined; readonly memberNo?: string | undefined },
): Promise<string | undefined | null> {
  const { memberId, memberNo } = named;
  if (memberId !== undefined) return memberId;
  if (memberNo === undefined) return undefined;
  return (await findMemberIdByNo(db, memberNo)) ?? null;
}

/** Returns several members; refuses as `memberIdOf` does, and names the number that is unknown. */
export async function memberIdsOf(
  db: Db | Tx,
  named: { readonly memberIds?: readonly string[]; readonly memberNos?: readonly string[] },
): Promise<string[]> {
  const { memberIds = [], memberNos = [] } = named;
  if (memberIds.length + memberNos.length === 0) {
    throw new Refusal("INPUT_INVALID", { field: "memberNos" });
  }
  const byNumber: string[] = [];
  for (const memberNo of memberNos) {
    const found = await findMemberIdByNo(db, memberNo);
    if (found === undefined)
      throw new Refusal("NOT_FOUND", { field: "memberNos", memberNo, text: UNKNOWN_MEMBER });
    byNumber.push(found);
  }
  return [...new Set([...memberIds, ...byNumber])];
}

export type MemberNames = (id: string | null | undefined) => {
  readonly memberNo: string;
  readonly nickname: string;
  readonly phone: string;
};

/**
 * Returns a function that names a member by id, for the rows of a list; all is empty for one who
 * does not exist.
 */
export async function memberNames(
  db: Db | Tx,
  memberIds: readonly (string | null | undefined)[],
): Promise<MemberNames> {
  const known = memberIds.filter((id) => id !== null && id !== undefined);
  const labels = await memberLabels(db, known);
  return (id) => {
    const { memberNo = "", nickname = "", phone = "" } = labels.get(id ?? "") ?? {};
    return { memberNo, nickname, phone };
  };
}

/** `昵称（会员号）`, or `会员` for one who does not exist any more. */
export const labelText = (label: MemberLabel | undefined): string =>
  label ? `${label.nickname}（${label.memberNo}）` : "会员";
