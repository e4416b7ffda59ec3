/** What operators read of bulk sends: the page, one with its progress, and its members. */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { memberNames } from "../../members/actions.ts";
import { barredText } from "../model.ts";
import { countReasons, findSend, listMembers, listSends, type StoredSend } from "../store/sends.ts";
import type { Named } from "./segments.ts";

type Row = Output<"operatorAudiences", "send">["send"];

function stateOf({ state, isExpired, startAt }: StoredSend, nowMs: number): Row["state"] {
  if (isExpired) return "expired";
  return state === "running" && startAt > nowMs ? "scheduled" : state;
}

async function shown(
  { clock }: Context,
  db: Db,
  { namesOf }: Named,
  sends: readonly StoredSend[],
): Promise<Row[]> {
  const people = sends.flatMap(({ makerId, checkerId }) => [makerId, checkerId ?? makerId]);
  const nameOf = await namesOf(db, people);
  const nowMs = clock.now().getTime();
  const person = (id: string) => ({ id, name: nameOf(id) });
  return sends.map((send) => {
    const { sendId, kind, title, ref, audience, members, startAt, reason, createdAt } = send;
    const { templateId, mostFen, pauseReason, endedAt, makerId, checkerId, progress, approvalId } =
      send;
    const { given = 0, already = 0, barred = 0 } = progress;
    return {
      sendId,
      kind,
      title,
      ref,
      audience,
      members,
      startAt,
      reason,
      createdAt,
      given,
      already,
      barred,
      state: stateOf(send, nowMs),
      maker: person(makerId),
      ...(checkerId === null ? {} : { checker: person(checkerId) }),
      ...withoutNulls({ templateId, mostFen, pauseReason, endedAt, approvalId }),
    };
  });
}

/** Returns a page of sends, newest first. Refuses BAD_REQUEST for a foreign cursor. */
export async function sendPage(
  context: Context,
  db: Db,
  named: Named,
  { cursor, pageSize, ...filter }: Input<"operatorAudiences", "sends">,
): Promise<Output<"operatorAudiences", "sends">> {
  const page = keysetPageOf({ cursor, pageSize });
  const found = await listSends(db, filter, page, context.clock.sql());
  const { list, nextCursor } = keysetResult(found, page, (row) => row);
  const rows = await shown(context, db, named, list);
  return { list: rows, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** Returns one send with the reasons why members got nothing. Refuses NOT_FOUND. */
export async function sendDetail(
  context: Context,
  db: Db,
  named: Named,
  sendId: string,
): Promise<Output<"operatorAudiences", "send">> {
  const found = await findSend(db, sendId, context.clock.sql());
  if (!found) throw new Refusal("NOT_FOUND");
  const [[send], reasons] = await Promise.all([
    shown(context, db, named, [found]),
    countReasons(db, sendId),
  ]);
  if (!send) throw new Refusal("NOT_FOUND");
  const { title, text, link } = found;
  return {
    send,
    ...(text === null ? {} : { message: { title, text, ...withoutNulls({ link }) } }),
    reasons: reasons.map(({ reason, members }) => ({ text: barredText(reason), members })),
  };
}

const PAGE_SIZE = 20;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns members of a send with masked phones; the cursor is the last member's id. */
export async function sendMemberPage(
  context: Context,
  db: Db,
  { sendId, outcome, cursor, pageSize = PAGE_SIZE }: Input<"operatorAudiences", "sendMembers">,
): Promise<Output<"operatorAudiences", "sendMembers">> {
  if (cursor !== undefined && !UUID.test(cursor)) throw new Refusal("BAD_REQUEST");
  if (!(await findSend(db, sendId, context.clock.sql()))) throw new Refusal("NOT_FOUND");
  const found = await listMembers(db, { sendId, outcome }, { after: cursor, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const nameOf = await memberNames(
    db,
    rows.map(({ memberId }) => memberId),
  );
  const last = found.length > pageSize ? rows.at(-1) : undefined;
  return {
    list: rows.map(({ memberId, reason, outcome: got, at }) => ({
      member: nameOf(memberId),
      ...withoutNulls({ outcome: got, at }),
      ...(reason === null ? {} : { text: barredText(reason) }),
    })),
    ...(last ? { nextCursor: last.memberId } : {}),
  };
}
