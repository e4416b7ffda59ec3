/** The operators' member list, and the limited search by phone. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { OperatorMemberRow } from "@yunjing/contract/schemas/operators/members";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { incrementCounter } from "../../../platform/rate-limit.ts";
import { limitExceeded, Refusal } from "../../../platform/refusal.ts";
import { dailyCounter } from "../../members/actions.ts";
import { keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import {
  findMembersByPhone,
  listMembers,
  type MemberRowData,
  type PhoneTerm,
} from "../store/member-list.ts";

const FOUND_MAX = 20;

function rowOf({ micros: _, id: _id, lastSeenAt, ...row }: MemberRowData): OperatorMemberRow {
  return { ...row, ...(lastSeenAt === null ? {} : { lastSeenAt }) };
}

/** Returns a page of members, newest first. Refuses BAD_REQUEST for a foreign cursor. */
export async function operatorMemberList(
  db: Db,
  { cursor, pageSize, ...filter }: Input<"operatorMembers", "list">,
): Promise<Output<"operatorMembers", "list">> {
  const page = keysetPageOf({ cursor, pageSize });
  return keysetResult(await listMembers(db, filter, page), page, rowOf);
}

/**
 * Counts one read of a kind by an operator on this day. Returns how many are used. Refuses
 * RATE_LIMITED above `most`.
 */
export async function countDailyRead(
  context: Context,
  db: Db,
  { operatorId, kind, most }: { operatorId: string; kind: string; most: number },
): Promise<{ used: number; most: number }> {
  const counter = dailyCounter(context, { operatorId, kind });
  const used = await incrementCounter(db, counter);
  const leftMs = counter.windowMs - (counter.now.getTime() % counter.windowMs);
  if (used > most) throw limitExceeded("RATE_LIMITED", leftMs);
  return { used, most };
}

/** Exactly one of the two is expected. Refuses INPUT_INVALID. */
function termOf(context: Context, { phone, last4 }: Input<"operatorMembers", "find">): PhoneTerm {
  if (phone !== undefined && last4 === undefined) {
    return { by: "hash", hash: context.secrets.mac("phone-lookup", phone) };
  }
  if (last4 !== undefined && phone === undefined) return { by: "last4", last4 };
  throw new Refusal("INPUT_INVALID");
}

/**
 * Finds members by the whole phone or its last four digits, newest first. Refuses INPUT_INVALID,
 * and RATE_LIMITED after the day's number of searches of this operator.
 */
export async function findByPhone(
  context: Context,
  db: Db,
  { operatorId, ...input }: Input<"operatorMembers", "find"> & { readonly operatorId: string },
): Promise<Output<"operatorMembers", "find">> {
  const term = termOf(context, input);
  const most = context.settings.memberFindsPerDay;
  const counted = await countDailyRead(context, db, { operatorId, kind: "member-find", most });
  const rows = await findMembersByPhone(db, term, FOUND_MAX);
  return { list: rows.map(rowOf), ...counted };
}
