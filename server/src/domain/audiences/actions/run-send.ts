/**
 * Goes through a bulk send: decides each member's outcome in a transaction of its own, together with
 * the coupon or the message. A run after a crash goes on with the members who have none.
 */
import type { Context } from "../../../platform/context.ts";
import { raisedRefusal } from "../../../platform/database/failure.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, type Refusal } from "../../../platform/refusal.ts";
import { grantByOperator } from "../../coupons/actions.ts";
import { createBulkMessage } from "../../messages/actions.ts";
import { quietUntil } from "../../messages/model.ts";
import type { BarredReason } from "../model.ts";
import {
  claimMember,
  findRecipient,
  findSend,
  markAlready,
  moveSend,
  pendingMembers,
  storeProgress,
  type StoredSend,
} from "../store/sends.ts";

/** Members between two looks at the send's state, and between two counts. */
const BATCH = 200;
const NONE_LEFT = "活动已没有可发的券，或已停掉；加张数、恢复活动后可以继续";

/**
 * Why a member may get nothing; undefined when nothing bars it. A coupon is no message: it is given
 * to members who refused advertising too.
 */
async function whyBarred(
  tx: Tx,
  { kind, makerId, checkerId }: StoredSend,
  memberId: string,
): Promise<BarredReason | undefined> {
  if (memberId === makerId || memberId === checkerId) return "operator";
  const recipient = await findRecipient(tx, memberId);
  if (!recipient?.isActive) return "inactive";
  return kind === "message" && !recipient.wantsOffers ? "offers_off" : undefined;
}

/** Returns false when the member has it from an earlier send with the same reference. */
function give(context: Context, tx: Tx, send: StoredSend, memberId: string): Promise<boolean> {
  const { kind, templateId, ref, makerId, reason, title, text, link } = send;
  if (kind === "coupon") {
    invariant(templateId !== null, "a send of coupons has a campaign");
    const terms = { actorId: makerId, templateId, source: "grant", ref, reason } as const;
    return grantByOperator(context, tx, { ...terms, memberId });
  }
  invariant(text !== null, "a send of messages has a text");
  return createBulkMessage(context, tx, { memberId, ref, title, text, link: link ?? undefined });
}

/**
 * Decides one member's outcome, once among any number of runs. Returns false when another run did, or
 * the send is not running. Refuses CLAIM_OVER when the campaign has no coupon left; the member then
 * has no outcome.
 */
export const serveMember = (
  context: Context,
  db: Db,
  send: StoredSend,
  memberId: string,
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const key = { memberId, sendId: send.sendId };
    const now = context.clock.sql();
    const barred = await whyBarred(tx, send, memberId);
    const outcome = barred
      ? ({ outcome: "barred", reason: barred } as const)
      : { outcome: "given" as const };
    if (!(await claimMember(tx, key, outcome, now))) return false;
    if (barred === undefined && !(await give(context, tx, send, memberId)))
      await markAlready(tx, key);
    return true;
  });

/** Serves members until one is refused; returns the refusal. */
async function serveBatch(
  context: Context,
  db: Db,
  send: StoredSend,
  memberIds: readonly string[],
): Promise<Refusal | undefined> {
  for (const memberId of memberIds) {
    // A refusal stops the send for an operator; every other failure is the job's to repeat.
    const refusal = await serveMember(context, db, send, memberId).then(
      () => undefined,
      (error: unknown) => {
        const raised = raisedRefusal(error);
        if (!raised) throw error;
        return raised;
      },
    );
    if (refusal) return refusal;
  }
  return undefined;
}

/** Pauses a running send for a reason that operators read. */
export const pauseBySystem = (
  { clock }: Context,
  db: Db,
  sendId: string,
  pauseReason: string,
): Promise<boolean> =>
  moveSend(db, sendId, { event: "pause", by: "system", pauseReason, now: clock.sql() });

/** What the next run waits for: `done`, nothing is left; an instant; or `more`, its next turn. */
export type RunEnd = "done" | "more" | Date;

/**
 * Serves members until the send has ended, is paused, or `withinMs` is over. A message waits for the
 * morning at night.
 */
export async function runSend(
  context: Context,
  db: Db,
  sendId: string,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<RunEnd> {
  const began = performance.now();
  for (;;) {
    const now = context.clock.now();
    const send = await findSend(db, sendId, context.clock.sql());
    if (send?.state !== "running") return "done";
    if (send.startAt > now.getTime()) return new Date(send.startAt);
    const morning = send.kind === "message" ? quietUntil(now) : undefined;
    if (morning) return morning;
    const memberIds = await pendingMembers(db, sendId, BATCH);
    const refusal = await serveBatch(context, db, send, memberIds);
    await storeProgress(db, sendId);
    if (refusal) {
      context.log.warn({ sendId, code: refusal.code }, "a bulk send is paused");
      await pauseBySystem(context, db, sendId, NONE_LEFT);
      return "done";
    }
    if (memberIds.length < BATCH) {
      const end = { event: "finish", by: "system", now: context.clock.sql() } as const;
      if ((await pendingMembers(db, sendId, 1)).length === 0) {
        await moveSend(db, sendId, end);
        return "done";
      }
    }
    if (performance.now() - began > withinMs) return "more";
  }
}
