/**
 * Operators' actions on messages: announcements to all members, one member's messages, and failed
 * sendings.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import {
  readChannelStatistics,
  readDeadSendings,
  insertAnnouncement,
  listAnnouncements,
  memberOfNo,
  withdrawAnnouncementRow,
} from "../store/operator.ts";
import { requeueSending } from "../store/sending.ts";
import { refuseBadMessage } from "./bulk.ts";
import { queueSending } from "./create.ts";

type Announced = Output<"operatorMessages", "announce">;

export const announcementsForOperators = async (
  db: Db,
): Promise<Output<"operatorMessages", "announcements">> => ({
  list: await listAnnouncements(db),
});

/**
 * Inserts one row for all members. Refuses BAD_REQUEST {field, text} for a link outside the app, an
 * end before the start, or wording that WeChat forbids.
 */
export async function announce(
  context: Context,
  db: Db,
  { actor, ...wanted }: Input<"operatorMessages", "announce"> & { readonly actor: string },
): Promise<Announced> {
  const { untilAt, fromAt = context.clock.now().getTime() } = wanted;
  if (untilAt <= fromAt)
    throw new Refusal("BAD_REQUEST", { field: "untilAt", text: "结束要晚于开始，请重选" });
  refuseBadMessage(wanted, "BAD_REQUEST");
  const announcementId = context.ids.next();
  const made = { ...wanted, announcementId, fromAt, actor };
  await insertAnnouncement(db, made, context.clock.sql());
  const found = (await listAnnouncements(db)).find(
    (each) => each.announcementId === announcementId,
  );
  invariant(found, "a created announcement is listed");
  return found;
}

/** Refuses NOT_FOUND, and STATE_CHANGED when it was already withdrawn. */
export async function withdrawAnnouncement(
  context: Context,
  db: Db,
  announcementId: string,
): Promise<void> {
  const outcome = await withdrawAnnouncementRow(db, announcementId, context.clock.sql());
  if (outcome === "absent") throw new Refusal("NOT_FOUND");
  if (outcome === "before") throw new Refusal("STATE_CHANGED");
}

async function memberIdOf(db: Db, memberNo: string): Promise<string> {
  const memberId = await memberOfNo(db, memberNo);
  if (memberId === undefined) throw new Refusal("NOT_FOUND");
  return memberId;
}

export const listDeadSendings = async (db: Db): Promise<Output<"operatorMessages", "dead">> => ({
  list: await readDeadSendings(db),
});

/** Restarts a dead sending. Refuses NOT_FOUND, and STATE_CHANGED when it is not dead. */
export async function resend(
  context: Context,
  db: Db,
  { memberNo, messageId, channel }: Omit<Input<"operatorMessages", "resend">, "reason">,
): Promise<void> {
  const key = { memberId: await memberIdOf(db, memberNo), messageId, channel };
  await transaction(db, async (tx) => {
    if (!(await requeueSending(tx, key))) throw new Refusal("STATE_CHANGED");
    await queueSending(context, tx, key);
  });
}

/**
 * Restarts the dead sendings of a member's messages; returns how many. Refuses STATE_CHANGED when
 * none is dead.
 */
export async function resendDead(
  context: Context,
  tx: Tx,
  { memberId, messageIds }: { readonly memberId: string; readonly messageIds: readonly string[] },
): Promise<number> {
  let sent = 0;
  for (const messageId of messageIds) {
    for (const channel of ["sms", "wechat"] as const) {
      const key = { memberId, messageId, channel };
      if (!(await requeueSending(tx, key))) continue;
      await queueSending(context, tx, key);
      sent++;
    }
  }
  if (sent === 0) throw new Refusal("STATE_CHANGED");
  return sent;
}

/** Returns the figures of each channel for the last seven days. */
export const channelStatistics = async (
  context: Context,
  db: Db,
): Promise<Output<"operatorMessages", "figures">> => ({
  list: await readChannelStatistics(db, context.clock.sql()),
});
