/** Begins the moderation of a nickname or a picture in the transaction that stores it. */
import type { ModerationKind } from "@yunjing/contract/schemas/operators/moderation";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { DomainEventSubscriber } from "../../../platform/jobs/domain-events.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { plainText } from "../plain-text.ts";
import { findWordIn, hasUndecided, insertCase } from "../store.ts";

export const SCREEN_TOPIC = "moderation.screen";

/** Returns whether the list denies a nickname, however it is spelt. */
export async function isNameDenied(db: Db | Tx, nickname: string): Promise<boolean> {
  return (await findWordIn(db, plainText(nickname)))?.level === "deny";
}

type Subject = {
  readonly memberId: string;
  readonly kind: ModerationKind;
  readonly nickname?: string;
  readonly fileId?: string;
};

/** A word of the list sends a nickname to a person; everything else goes to the provider first. */
async function openCase(context: Context, tx: Tx, subject: Subject): Promise<void> {
  const { memberId, kind, nickname = null, fileId = null } = subject;
  const found = nickname === null ? undefined : await findWordIn(tx, plainText(nickname));
  const state = found ? "REVIEW" : "SCREENING";
  const note = found ? `含词「${found.word}」` : null;
  const id = context.ids.next();
  const made = { memberId, id, kind, state, nickname, fileId, note } as const;
  if (!(await insertCase(tx, made, context.clock.sql()))) return;
  await writeHistoryEntry(context, tx, {
    memberId,
    entity: "moderation",
    entityId: id,
    name: "open",
    to: state,
    actor: { kind: "member", id: memberId },
  });
  if (found) return;
  const payload = { caseId: id };
  await enqueueMessage(context, tx, { memberId, aggregateId: id, topic: SCREEN_TOPIC, payload });
}

export const moderateName = (
  context: Context,
  tx: Tx,
  { memberId, nickname }: { readonly memberId: string; readonly nickname: string },
): Promise<void> => openCase(context, tx, { memberId, kind: "nickname", nickname });

export const moderateAvatar = (
  context: Context,
  tx: Tx,
  { memberId, fileId }: { readonly memberId: string; readonly fileId: string },
): Promise<void> => openCase(context, tx, { memberId, kind: "avatar", fileId });

/** Begins the moderation of pictures in tickets. A repeated event changes nothing. */
export const moderationSubscriber =
  (context: Context, db: Db): DomainEventSubscriber =>
  async ({ kind, memberId, data }) => {
    if (kind !== "ticket.pictures") return;
    const fileIds = String(data?.["fileIds"] ?? "").split(",");
    await transaction(db, async (tx) => {
      for (const fileId of fileIds)
        await openCase(context, tx, { memberId, kind: "ticket", fileId });
    });
  };

/**
 * Returns what other people may see of a member: without a nickname or picture that has not passed.
 */
export async function shownToOthers<Face extends Parameters<typeof hasUndecided>[2]>(
  db: Db,
  memberId: string,
  face: Face,
  defaultName: string,
): Promise<Face> {
  const held = await hasUndecided(db, memberId, face);
  return {
    ...face,
    ...(held.nickname ? { nickname: defaultName } : {}),
    ...(held.picture ? { picturePath: undefined } : {}),
  };
}
