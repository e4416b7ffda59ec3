/** Shows tickets to their members: cards and details, with links to the pictures. */
import type {
  Ticket,
  TicketCard,
  TicketEntry,
  TicketHours,
} from "@yunjing/contract/schemas/tickets";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { readSupportContact } from "../../platform/support-contact.ts";
import { createLinksByFileId } from "../files/actions.ts";
import { shanghaiMinute } from "../../platform/shanghai.ts";
import { afterOpenTime, isWithinHours, stateTexts, titleOf, topicTexts } from "./model.ts";
import { entriesOf, type EntryRow, type TicketRow } from "./store.ts";

export function ticketCard(row: TicketRow): TicketCard {
  const { id, topic, state, orderNo, orderTitle, openedAt, updatedAt } = row;
  return {
    ticketId: id,
    topic,
    topicText: topicTexts[topic],
    state,
    stateText: stateTexts[state],
    title: titleOf(row.question) || topicTexts[topic],
    ...(orderNo === null ? {} : { orderNo }),
    ...(orderTitle === null ? {} : { orderTitle }),
    openedAt,
    updatedAt,
  };
}

/** Returns the entries with links to their pictures that this reader may open for ten minutes. */
export async function shownEntries(
  context: Context,
  db: Db | Tx,
  entries: readonly EntryRow[],
  readerId: string,
): Promise<TicketEntry[]> {
  const fileIds = entries.flatMap(({ files }) => files);
  const links = await createLinksByFileId(context, db, { fileIds, readerId });
  return entries.map(({ seq, author, text, files, at }) => ({
    seq,
    author,
    text,
    pictures: files.flatMap((fileId) => links.get(fileId) ?? []),
    at,
  }));
}

function nextStepOf({ state, dueAt }: TicketRow): string {
  switch (state) {
    case "open":
    case "taken":
      return dueAt === null ? "" : `最晚 ${shanghaiMinute(dueAt)} 前回复，结果会发到「消息」`;
    case "answered":
      return "客服已回复；还有疑问可以继续留言";
    case "closed":
      return "工单已关闭；有新的问题请重新提交";
  }
}

export async function shownTicket(context: Context, db: Db | Tx, row: TicketRow): Promise<Ticket> {
  const { state, dueAt, result, smsWanted, memberId } = row;
  return {
    ...ticketCard(row),
    entries: await shownEntries(context, db, await entriesOf(db, row), memberId),
    smsWanted,
    ...(dueAt === null ? {} : { answerBy: dueAt }),
    nextStep: nextStepOf(row),
    ...(result === null ? {} : { result }),
    canAdd: state !== "closed",
  };
}

/** Returns when a question asked now is answered at the latest, as an instant in ms. */
export const answerBy = ({ clock, settings }: Context): number =>
  afterOpenTime(clock.now().getTime(), settings.ticketAnswerMs, settings);

export const answerHours = async (context: Context, db: Db): Promise<TicketHours> => ({
  isOpen: isWithinHours(context.clock.now().getTime(), context.settings),
  text: (await readSupportContact(db)).hours,
  answerBy: answerBy(context),
});
