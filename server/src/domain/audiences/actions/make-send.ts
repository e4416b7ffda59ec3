/**
 * Makes a bulk send: fixes its members, forecasts its cost, and begins it or proposes it to a second
 * person.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { SQL } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { propose } from "../../approvals/actions.ts";
import { type GiveLimits, giveLimitsOf } from "../../coupons/actions.ts";
import { onceForMember } from "../../members/actions.ts";
import { refuseBadMessage } from "../../messages/actions.ts";
import { AUDIENCE_MAX, needsSecondPerson, type SendKind, worstCostFen } from "../model.ts";
import { findList, listMembersSql } from "../store/lists.ts";
import { countRows, findSegment, segmentMembersSql } from "../store/segments.ts";
import { insertMembers, insertSend, type NewSend } from "../store/sends.ts";
import { withinLimit } from "./segments.ts";

export const SEND_TOPIC = "audiences.send";
export const BULK_GIVE = "bulk_give";

type Chosen = { readonly segmentId?: string; readonly fileId?: string };
/** The members of a send as a statement, with the name that the send keeps. */
type Audience = { readonly name: string; readonly membersSql: SQL };

/** Refuses INPUT_INVALID {field, text} without exactly one of the two, and NOT_FOUND {field, text}. */
async function audienceOf(
  { clock }: Context,
  db: Db | Tx,
  { segmentId, fileId }: Chosen,
): Promise<Audience> {
  if ((segmentId === undefined) === (fileId === undefined))
    throw new Refusal("INPUT_INVALID", { field: "segmentId", text: "请选一个人群或一份名单" });
  if (segmentId !== undefined) {
    const found = await findSegment(db, segmentId);
    if (!found) throw new Refusal("NOT_FOUND", { field: "segmentId", text: "没有这个人群" });
    const membersSql = segmentMembersSql(found.rules, AUDIENCE_MAX + 1, clock.sql());
    return { name: `人群「${found.name}」`, membersSql };
  }
  const list = fileId === undefined ? undefined : await findList(db, fileId);
  if (!list) throw new Refusal("NOT_FOUND", { field: "fileId", text: "没有这份名单" });
  return { name: `名单「${list.name}」`, membersSql: listMembersSql(list.listId) };
}

/** The field that a refusal about the audience names. */
const fieldOf = ({ fileId }: Chosen): string => (fileId === undefined ? "segmentId" : "fileId");

/** Refuses INPUT_INVALID {field, text} for an audience without members, and for more than 100,000 members. */
function refuseSize(members: number, chosen: Chosen): void {
  if (members === 0)
    throw new Refusal("INPUT_INVALID", { field: fieldOf(chosen), text: "现在没有会员符合条件" });
  if (members > AUDIENCE_MAX)
    throw new Refusal("INPUT_INVALID", {
      field: fieldOf(chosen),
      text: `一次最多 ${AUDIENCE_MAX} 位会员，请缩小人群`,
    });
}

/** Counts an audience now, without fixing it. Refuses as `audienceOf` and `refuseSize` do. */
async function countAudience(context: Context, db: Db, chosen: Chosen): Promise<number> {
  const { membersSql } = await audienceOf(context, db, chosen);
  const count = await transaction(db, (tx) => withinLimit(tx, () => countRows(tx, membersSql)));
  refuseSize(count, chosen);
  return count;
}

/** Refuses NOT_FOUND {field, text} for a campaign whose coupons are not given at present. */
async function limitsOf(context: Context, db: Db, templateId: string): Promise<GiveLimits> {
  const limits = await giveLimitsOf(context, db, templateId);
  if (!limits?.isGranted)
    throw new Refusal("NOT_FOUND", { field: "templateId", text: "这个活动没有在发放" });
  return limits;
}

/** Refuses INPUT_INVALID {field, text} when the campaign has fewer coupons left. */
function refuseShortage(
  members: number,
  { couponsLeft, isPack }: GiveLimits,
  chosen: Chosen,
): void {
  if (couponsLeft !== null && couponsLeft < members)
    throw new Refusal("INPUT_INVALID", {
      field: fieldOf(chosen),
      text: `活动只剩 ${couponsLeft} ${isPack ? "份" : "张"}，名单有 ${members} 位会员`,
    });
}

/** Returns what a give would take, without giving. Refuses NOT_FOUND and INPUT_INVALID. */
export async function forecastGive(
  context: Context,
  db: Db,
  { templateId, ...chosen }: Input<"operatorAudiences", "forecast">,
): Promise<Output<"operatorAudiences", "forecast">> {
  const limits = await limitsOf(context, db, templateId);
  const members = await countAudience(context, db, chosen);
  const { offFen, couponsLeft, budgetLeftFen, isPack } = limits;
  const mostFen = worstCostFen(members, limits);
  return {
    members,
    isPack,
    ...withoutNulls({ offFen, mostFen, couponsLeft, budgetLeftFen }),
    needsTwo: needsSecondPerson(mostFen, context.settings.bulkGiveTwoPersonsFen),
  };
}

/** Queues the next run of the job in the caller's transaction. */
export const queueSend = (
  context: Context,
  tx: Tx,
  {
    sendId,
    makerId,
    dueAt,
  }: { readonly sendId: string; readonly makerId: string; readonly dueAt?: Date },
): Promise<void> =>
  enqueueMessage(context, tx, {
    memberId: makerId,
    // Each message stands alone: the members without an outcome decide where a run goes on.
    aggregateId: context.ids.next(),
    topic: SEND_TOPIC,
    payload: { sendId },
    ...(dueAt ? { dueAt } : {}),
  });

type Wanted = Chosen & {
  readonly kind: SendKind;
  readonly templateId: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly link: string | null;
  readonly ref: string;
  readonly at?: number | undefined;
  readonly reason: string;
  readonly makerId: string;
  /** Returns the worst cost of so many members; null without a limit. Refuses what cannot be given. */
  readonly costOf: (members: number) => { mostFen: number | null; needsTwo: boolean };
};

/** The time of a send whose instant is over or absent is now. */
const startOf = ({ clock }: Context, at: number | undefined): Date => {
  const now = clock.now();
  return at === undefined || at <= now.getTime() ? now : new Date(at);
};

/**
 * Inserts the send with its members in the caller's transaction. Above the limit it is a proposal,
 * which begins when another person agrees. Refuses INPUT_INVALID and NOT_FOUND.
 */
async function insert(
  context: Context,
  tx: Tx,
  { costOf, at, ...wanted }: Wanted,
): Promise<Output<"operatorAudiences", "giveSegment">> {
  const { makerId, reason, kind, title } = wanted;
  const { name: audience, membersSql } = await audienceOf(context, tx, wanted);
  const sendId = context.ids.next();
  const members = await withinLimit(tx, () => insertMembers(tx, sendId, membersSql));
  refuseSize(members, wanted);
  const { mostFen, needsTwo } = costOf(members);
  const startAt = startOf(context, at);
  const state = needsTwo ? "waiting" : "running";
  const send: NewSend = { ...wanted, sendId, state, audience, members, mostFen, startAt };
  await insertSend(tx, send, context.clock.sql());
  await writeHistoryEntry(context, tx, {
    memberId: makerId,
    entity: "bulk_send",
    entityId: sendId,
    name: "made",
    to: state,
    actor: { kind: "operator", id: makerId },
    reason,
  });
  if (!needsTwo) {
    await queueSend(context, tx, { sendId, makerId, dueAt: startAt });
    return { sendId };
  }
  const payload = { sendId, kind, title, audience, members, mostFen, startAt: startAt.getTime() };
  const approvalId = await propose(context, tx, {
    kind: BULK_GIVE,
    subject: sendId,
    payload,
    reason,
    maker: makerId,
    beneficiary: null,
  });
  return { sendId, approvalId };
}

type By = { readonly makerId: string; readonly key: string };

/**
 * Gives each member of an audience a coupon; the same key makes one send. Refuses NOT_FOUND for a
 * campaign that is not given, and INPUT_INVALID {field, text}, also when too few coupons are left.
 */
export async function giveToAudience(
  context: Context,
  db: Db,
  { makerId, key, ...input }: Input<"operatorAudiences", "giveSegment"> & By,
): Promise<Output<"operatorAudiences", "giveSegment">> {
  const limits = await limitsOf(context, db, input.templateId);
  const { title } = limits;
  const costOf = (members: number) => {
    refuseShortage(members, limits, input);
    const mostFen = worstCostFen(members, limits);
    const needsTwo = needsSecondPerson(mostFen, context.settings.bulkGiveTwoPersonsFen);
    return { mostFen, needsTwo };
  };
  const route = "operatorAudiences.giveSegment";
  return onceForMember(context, db, { memberId: makerId, route, key, body: input }, (tx) =>
    insert(context, tx, {
      ...input,
      kind: "coupon",
      title,
      text: null,
      link: null,
      makerId,
      costOf,
    }),
  );
}

/**
 * Writes a message to each member of an audience; the same key makes one send. Refuses NOT_FOUND and
 * INPUT_INVALID {field, text}, also for words that members must not read.
 */
export async function sendToAudience(
  context: Context,
  db: Db,
  { makerId, key, ...input }: Input<"operatorAudiences", "sendMessage"> & By,
): Promise<Output<"operatorAudiences", "sendMessage">> {
  refuseBadMessage(input, "INPUT_INVALID");
  const { link = null } = input;
  const route = "operatorAudiences.sendMessage";
  const costOf = () => ({ mostFen: null, needsTwo: false });
  return onceForMember(context, db, { memberId: makerId, route, key, body: input }, (tx) =>
    insert(context, tx, { ...input, kind: "message", templateId: null, link, makerId, costOf }),
  );
}
