/** Lists of members that a file names by number or phone. A list with a wrong line is not kept. */
import type { Input, Output } from "@yunjing/contract/operations";
import { MOBILE } from "@yunjing/contract/phone";
import { LIST_LINES_MAX } from "@yunjing/contract/schemas/operators/audiences";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { enforceLimit } from "../../../platform/rate-limit.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { dailyCounter, onceForMember } from "../../members/actions.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import {
  deleteLists,
  insertList,
  listLists,
  membersByNumbers,
  membersByPhones,
} from "../store/lists.ts";
import type { Named } from "./segments.ts";

/** A list names persons; after this time it is deleted. A send has its members by itself. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** A file tells which phones are members': so many may be read by an operator on a day. */
const FILES_PER_DAY = 30;
const MEMBER_NO = /^\d{6,12}$/;
const BYTE_ORDER_MARK = "\u{FEFF}";

type Line = { readonly line: number; readonly value: string };
type Wrong = { readonly line: number; readonly text: string };

/** Returns the first column of each line that has one; a first line without digits is a heading. */
export function linesOf(text: string): Line[] {
  const rows = text.replace(BYTE_ORDER_MARK, "").split(/\r\n|\n|\r/);
  return rows.flatMap((row, at) => {
    const value = (row.split(/[,;\t]/, 1)[0] ?? "").replaceAll(/["'\s]/g, "");
    const isHeading = at === 0 && !/\d/.test(value);
    return value === "" || isHeading ? [] : [{ line: at + 1, value }];
  });
}

/** Wrong lines that a refusal names in its data, and in its sentence. */
const WRONG_LISTED = 50;
const WRONG_TOLD = 10;

/** Refuses INPUT_INVALID {field, text, lines} with the wrong lines as the file counts them. */
function refuseWrongLines(wrong: readonly Wrong[]): void {
  if (wrong.length === 0) return;
  const told = wrong.slice(0, WRONG_TOLD).map(({ line, text }) => `第 ${line} 行：${text}`);
  const rest = wrong.length - told.length;
  throw new Refusal("INPUT_INVALID", {
    field: "text",
    text: `有 ${wrong.length} 行不对，整份没有保存。${told.join("；")}${rest > 0 ? `；另有 ${rest} 行` : ""}`,
    lines: wrong.slice(0, WRONG_LISTED),
  });
}

/** Says what is wrong with a line that names no member. */
function faultOf(value: string): string {
  if (MOBILE.test(value)) return "这个手机号没有注册";
  return MEMBER_NO.test(value) ? "没有这个会员号" : "不是会员号，也不是手机号";
}

/** Finds the members of lines with a fixed number of statements. */
async function membersOf(context: Context, db: Db, lines: readonly Line[]) {
  const hashOf = (phone: string) => context.secrets.mac("phone-lookup", phone).toString("hex");
  const phones = new Map<string, string>();
  const numbers: string[] = [];
  for (const { value } of lines) {
    if (MOBILE.test(value)) phones.set(value, hashOf(value));
    else if (MEMBER_NO.test(value)) numbers.push(value);
  }
  const [byPhone, byNumber] = await Promise.all([
    membersByPhones(db, [...phones.values()]),
    membersByNumbers(db, numbers),
  ]);
  return (value: string) => {
    const hash = phones.get(value);
    return hash === undefined ? byNumber.get(value) : byPhone.get(hash);
  };
}

/**
 * Keeps the members of a file; the same key keeps them once. Refuses INPUT_INVALID {field, text}, also
 * with one wrong line, and RATE_LIMITED.
 */
export async function createList(
  context: Context,
  db: Db,
  wanted: Input<"operatorAudiences", "createList"> & {
    readonly makerId: string;
    readonly key: string;
  },
): Promise<Output<"operatorAudiences", "createList">> {
  const { name, text, makerId, key } = wanted;
  const lines = linesOf(text);
  if (lines.length === 0)
    throw new Refusal("INPUT_INVALID", { field: "text", text: "名单里没有会员号或手机号" });
  if (lines.length > LIST_LINES_MAX)
    throw new Refusal("INPUT_INVALID", {
      field: "text",
      text: `最多 ${LIST_LINES_MAX} 行，请分成几份`,
    });
  const counter = dailyCounter(context, { operatorId: makerId, kind: "member-list" });
  await enforceLimit(db, { ...counter, most: FILES_PER_DAY });
  const memberOf = await membersOf(context, db, lines);
  const found = new Set<string>();
  const wrong: Wrong[] = [];
  for (const { line, value } of lines) {
    const memberId = memberOf(value);
    if (memberId === undefined) wrong.push({ line, text: faultOf(value) });
    else found.add(memberId);
  }
  refuseWrongLines(wrong);
  const intent = {
    memberId: makerId,
    route: "operatorAudiences.createList",
    key,
    body: { name, text },
  };
  const listId = await onceForMember(context, db, intent, async (tx) => {
    const id = context.ids.next();
    const list = { listId: id, name, makerId, memberIds: [...found] };
    await insertList(tx, list, context.clock.sql());
    return id;
  });
  return { listId, members: found.size, repeated: lines.length - found.size };
}

/** Returns the lists of the last 30 days, newest first. */
export async function memberLists(
  context: Context,
  db: Db,
  { namesOf }: Named,
): Promise<Output<"operatorAudiences", "lists">> {
  const lists = await listLists(db, new Date(context.clock.now().getTime() - KEPT_MS));
  const nameOf = await namesOf(
    db,
    lists.map(({ makerId }) => makerId),
  );
  return {
    list: lists.map(({ makerId, ...list }) => ({
      ...list,
      maker: { id: makerId, name: nameOf(makerId) },
    })),
  };
}

const DELETED_AT_ONCE = 5;

/** Deletes lists that are older than 30 days; returns how many. */
export async function deleteOldLists({ clock }: Context, db: Db): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  let deleted = 0;
  for (;;) {
    const done = await transaction(db, (tx) => deleteLists(tx, before, DELETED_AT_ONCE));
    deleted += done;
    if (done < DELETED_AT_ONCE) return deleted;
  }
}
