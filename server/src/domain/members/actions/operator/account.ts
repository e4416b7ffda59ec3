/**
 * What operators do with a member's account: reveal the phone, restrict or freeze it, lift that,
 * end all sessions, and keep tags and notes.
 */
import type { Context } from "../../../../platform/context.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { transaction } from "../../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../../platform/entity-history.ts";
import { enforceLimit } from "../../../../platform/rate-limit.ts";
import { Refusal } from "../../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../../approvals/actions.ts";
import type { MemberStatus } from "../../model.ts";
import {
  countOpenSessions,
  findMemberIdByNo,
  insertNote,
  moveStatus,
  replaceTags,
} from "../../store/operator.ts";
import { revokeSessions } from "../../store/sessions.ts";
import { ownPhone } from "../own-phone.ts";

const DAY_MS = 86_400_000;
/** The day of a limit begins at midnight in Asia/Shanghai. */
const SHANGHAI_MS = 8 * 3_600_000;

/** Returns the counter of one kind of an operator's reads on this day. */
export const dailyCounter = (
  { clock }: Pick<Context, "clock">,
  { operatorId, kind }: { readonly operatorId: string; readonly kind: string },
) => ({
  subject: `operator-${kind}:${operatorId}`,
  windowMs: DAY_MS,
  now: new Date(clock.now().getTime() + SHANGHAI_MS),
});

/** Returns the id of a member by the number. Refuses NOT_FOUND. */
export async function memberIdByNo(db: Db | Tx, memberNo: string): Promise<string> {
  const memberId = await findMemberIdByNo(db, memberNo);
  if (memberId === undefined) throw new Refusal("NOT_FOUND");
  return memberId;
}

/** An operator's act on one member. */
export type MemberAct = {
  readonly memberNo: string;
  readonly operatorId: string;
  readonly reason: string;
};

const record = (
  context: Context,
  tx: Tx,
  {
    memberId,
    name,
    ...act
  }: Omit<MemberAct, "memberNo"> & { memberId: string; name: string } & {
    readonly from?: MemberStatus;
    readonly to?: MemberStatus;
  },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId,
    entity: "member",
    entityId: memberId,
    name,
    ...(act.from ? { from: act.from } : {}),
    ...(act.to ? { to: act.to } : {}),
    actor: { kind: "operator", id: act.operatorId },
    reason: act.reason,
  });

/**
 * Returns the member's whole phone, and records that it was revealed. Refuses NOT_FOUND,
 * PHONE_NEEDED, and RATE_LIMITED after the day's number of reveals; a refused reveal counts too.
 */
export async function revealPhone(
  context: Context,
  db: Db,
  { memberNo, operatorId, reason }: MemberAct,
): Promise<string> {
  const memberId = await memberIdByNo(db, memberNo);
  const counter = dailyCounter(context, { operatorId, kind: "reveal" });
  await enforceLimit(db, { ...counter, most: context.settings.memberRevealsPerDay });
  const phone = await ownPhone(context, db, memberId);
  await transaction(db, (tx) =>
    record(context, tx, { memberId, name: "phone_revealed", operatorId, reason }),
  );
  return phone;
}

const endAll = async (
  context: Context,
  tx: Tx,
  { memberId, why }: { memberId: string; why: string },
): Promise<number> => {
  const now = context.clock.sql();
  const open = await countOpenSessions(tx, memberId, now);
  await revokeSessions(tx, { memberId, sessionId: undefined, why, now });
  return open;
};

type Move = {
  readonly name: string;
  readonly from: readonly MemberStatus[];
  readonly to: MemberStatus;
};

async function changeStatus(context: Context, db: Db, act: MemberAct, move: Move): Promise<void> {
  const { memberNo, operatorId, reason } = act;
  const memberId = await memberIdByNo(db, memberNo);
  refuseOwnAccount(operatorId, memberId);
  await transaction(db, async (tx) => {
    const from = await moveStatus(tx, { memberId, from: move.from, to: move.to });
    if (from === undefined) throw new Refusal("STATE_CHANGED");
    await record(context, tx, {
      memberId,
      name: move.name,
      operatorId,
      reason,
      from,
      to: move.to,
    });
    if (move.to === "FROZEN") await endAll(context, tx, { memberId, why: "account frozen" });
  });
}

/**
 * Restricts a member (no withdrawals) or freezes the account (no login; all sessions end). Refuses
 * NOT_FOUND, OWN_ACCOUNT, and STATE_CHANGED when the member has this status or is closing.
 */
export async function restrictMember(
  context: Context,
  db: Db,
  { status, ...act }: MemberAct & { readonly status: "RESTRICTED" | "FROZEN" },
): Promise<void> {
  const other = status === "FROZEN" ? "RESTRICTED" : "FROZEN";
  const name = status === "FROZEN" ? "account_frozen" : "restricted";
  await changeStatus(context, db, act, { name, from: ["ACTIVE", other], to: status });
}

/** Makes the member active again. Refuses NOT_FOUND, OWN_ACCOUNT, STATE_CHANGED. */
export const liftRestriction = (context: Context, db: Db, act: MemberAct): Promise<void> =>
  changeStatus(context, db, act, {
    name: "restriction_lifted",
    from: ["RESTRICTED", "FROZEN"],
    to: "ACTIVE",
  });

/** Ends every session of the member; returns how many were open. Refuses NOT_FOUND, OWN_ACCOUNT. */
export async function endSessionsByOperator(
  context: Context,
  db: Db,
  { memberNo, operatorId, reason }: MemberAct,
): Promise<number> {
  const memberId = await memberIdByNo(db, memberNo);
  refuseOwnAccount(operatorId, memberId);
  return transaction(db, async (tx) => {
    const ended = await endAll(context, tx, { memberId, why: "ended by an operator" });
    await record(context, tx, { memberId, name: "sessions_ended", operatorId, reason });
    return ended;
  });
}

/** Replaces the member's tags. Refuses NOT_FOUND. */
export async function setTags(
  context: Context,
  db: Db,
  wanted: { readonly memberNo: string; readonly operatorId: string; readonly tags: string[] },
): Promise<void> {
  const memberId = await memberIdByNo(db, wanted.memberNo);
  const { tags, operatorId: actorId } = wanted;
  await transaction(db, (tx) =>
    replaceTags(tx, { memberId, tags, actorId, now: context.clock.sql() }),
  );
}

/** Adds a note to the member. Refuses NOT_FOUND. */
export async function noteMember(
  context: Context,
  db: Db,
  wanted: { readonly memberNo: string; readonly operatorId: string; readonly text: string },
): Promise<void> {
  const memberId = await memberIdByNo(db, wanted.memberNo);
  const { text, operatorId: actorId } = wanted;
  const note = { memberId, id: context.ids.next(), text, actorId, now: context.clock.sql() };
  await transaction(db, (tx) => insertNote(tx, note));
}
