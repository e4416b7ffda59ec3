/** SQL statements on tickets and their entries: reading one, and every guarded change. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../platform/database/sql.ts";
import { stateChangeSql } from "../../platform/entity-history.ts";
import { moveOf } from "../../platform/lifecycle.ts";
import { ticketsTake } from "../../sql/tickets.ts";
import { ticketLifecycle, type TicketState } from "./lifecycle.ts";
import type { TicketTopic } from "./model.ts";

/** Instants in ms. */
export type TicketRow = {
  readonly memberId: string;
  readonly id: string;
  readonly state: TicketState;
  readonly topic: TicketTopic;
  readonly orderNo: string | null;
  readonly orderTitle: string | null;
  readonly isFromReceipt: boolean;
  readonly smsWanted: boolean;
  readonly entries: number;
  readonly assigneeId: string | null;
  readonly role: string | null;
  readonly openedAt: number;
  readonly updatedAt: number;
  readonly dueAt: number | null;
  readonly closedAt: number | null;
  readonly result: string | null;
  /** The text of the question. */
  readonly question: string;
};

export const ticketColumns = sql`
  t.member_id AS "memberId", t.id, t.state, t.topic, t.order_no AS "orderNo",
  t.order_title AS "orderTitle", t.is_from_receipt AS "isFromReceipt",
  t.sms_wanted AS "smsWanted", t.entries, t.assignee_id AS "assigneeId", t.role,
  ${sql.raw(epochMsSql("t.opened_at"))} AS "openedAt", ${sql.raw(epochMsSql("t.updated_at"))} AS "updatedAt",
  ${sql.raw(epochMsSql("t.due_at"))} AS "dueAt", ${sql.raw(epochMsSql("t.closed_at"))} AS "closedAt",
  t.result, coalesce(q.text, '') AS question`;
/** Tickets with their questions, joined: by an inner query a cluster reads and locks all members. */
export const ticketTables = sql`
  ticket t LEFT JOIN ticket_entry q ON q.member_id = t.member_id AND q.ticket_id = t.id AND q.seq = 1`;

type Key = { readonly memberId: string; readonly id: string };

const ofKey = ({ memberId, id }: Key): SQL => sql`member_id = ${memberId} AND id = ${id}`;

export async function findTicket(db: Db | Tx, key: Key): Promise<TicketRow | undefined> {
  const { rows } = await db.execute<TicketRow>(sql`
    SELECT ${ticketColumns} FROM ${ticketTables} WHERE t.member_id = ${key.memberId} AND t.id = ${key.id}`);
  return rows[0];
}

/** Like `findTicket`, but locks the ticket until the end of the transaction. */
export async function lockTicket(tx: Tx, key: Key): Promise<TicketRow | undefined> {
  const { rows } = await tx.execute<TicketRow>(sql`
    SELECT ${ticketColumns} FROM ${ticketTables} WHERE t.member_id = ${key.memberId} AND t.id = ${key.id}
    FOR UPDATE OF t`);
  return rows[0];
}

/** Returns whose ticket it is. */
export async function memberOfTicket(db: Db | Tx, id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ memberId: string }>(
    sql`SELECT member_id AS "memberId" FROM ticket WHERE id = ${id}`,
  );
  return rows[0]?.memberId;
}

export type NewTicket = Key & {
  readonly topic: TicketTopic;
  readonly orderNo: string | undefined;
  readonly orderTitle: string | undefined;
  readonly isFromReceipt: boolean;
  readonly smsWanted: boolean;
  readonly dueAt: Date;
};

export async function insertTicket(tx: Tx, ticket: NewTicket, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ticket (member_id, id, topic, order_no, order_title, is_from_receipt, sms_wanted,
                        opened_at, updated_at, due_at)
    VALUES (${ticket.memberId}, ${ticket.id}, ${ticket.topic}, ${ticket.orderNo ?? null},
            ${ticket.orderTitle ?? null}, ${ticket.isFromReceipt}, ${ticket.smsWanted},
            ${sqlNow(now)}, ${sqlNow(now)}, ${ticket.dueAt})`);
}

export type NewEntry = Key & {
  readonly author: "member" | "operator";
  readonly authorId: string;
  readonly text: string;
  readonly files: readonly string[];
};

/** Adds an entry to a locked ticket and returns its number. */
export async function insertEntry(tx: Tx, entry: NewEntry, now: Now): Promise<number> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    WITH numbered AS (
      UPDATE ticket SET entries = entries + 1, updated_at = ${sqlNow(now)} WHERE ${ofKey(entry)} RETURNING entries)
    INSERT INTO ticket_entry (member_id, ticket_id, seq, author, author_id, text, files, at)
    SELECT ${entry.memberId}, ${entry.id}, entries, ${entry.author}, ${entry.authorId}, ${entry.text},
           ${sql.param([...entry.files])}::uuid[], ${sqlNow(now)} FROM numbered
    RETURNING seq`);
  return rows[0]?.seq ?? 0;
}

type TicketEvent = "answer" | "ask_again" | "return" | "close";

/** Applies one event. Returns false when the ticket was in a state where it may not happen. */
async function moveTicket(
  tx: Tx,
  key: Key,
  { event, set }: { readonly event: TicketEvent; readonly set: SQL },
  now: Now,
): Promise<boolean> {
  const { from, to } = moveOf(ticketLifecycle, event);
  const moved = await tx.execute(sql`
    UPDATE ticket SET state = ${to}, updated_at = ${sqlNow(now)}, ${set}
    WHERE ${ofKey(key)} AND state = ANY(${sql.param([...from])}::text[])`);
  return moved.rowCount === 1;
}

/** open → taken, by one operator. */
export const takeRow = (
  tx: Tx,
  { memberId, id }: Key,
  operatorId: string,
  now: Now,
): Promise<boolean> => ticketsTake(tx, { member: memberId, id, operator: operatorId, now });

/** taken → answered: no answer is due. */
export const answerRow = (tx: Tx, key: Key, now: Now): Promise<boolean> =>
  moveTicket(tx, key, { event: "answer", set: sql`due_at = NULL` }, now);

/** answered → taken: the member waits for the same operator again. */
export const askAgainRow = (tx: Tx, key: Key, dueAt: Date, now: Now): Promise<boolean> =>
  moveTicket(tx, key, { event: "ask_again", set: sql`due_at = ${dueAt}` }, now);

/** taken or answered → open, for a role or (null) for all operators. */
export const returnRow = (
  tx: Tx,
  key: Key,
  { role, dueAt }: { readonly role: string | null; readonly dueAt: Date },
  now: Now,
): Promise<boolean> =>
  moveTicket(
    tx,
    key,
    { event: "return", set: sql`assignee_id = NULL, role = ${role}, due_at = ${dueAt}` },
    now,
  );

/** Closes a ticket that is not closed. */
export const closeRow = (
  tx: Tx,
  key: Key,
  { by, result }: { readonly by: "member" | "operator"; readonly result: string | null },
  now: Now,
): Promise<boolean> =>
  moveTicket(
    tx,
    key,
    {
      event: "close",
      set: sql`closed_at = ${sqlNow(now)}, closed_by = ${by}, due_at = NULL, result = ${result}`,
    },
    now,
  );

/** Gives a ticket that is not closed to another operator, without a change of its state. */
export async function reassignTicket(
  tx: Tx,
  key: Key,
  assigneeId: string,
  now: Now,
): Promise<boolean> {
  const given = await tx.execute(sql`
    UPDATE ticket SET assignee_id = ${assigneeId}, role = NULL, updated_at = ${sqlNow(now)}
    WHERE ${ofKey(key)} AND state IN ('taken', 'answered')`);
  return given.rowCount === 1;
}

/** Sets the role that an open ticket was handed to; null: all operators. */
export async function setRole(tx: Tx, key: Key, role: string | null, now: Now): Promise<boolean> {
  const given = await tx.execute(sql`
    UPDATE ticket SET role = ${role}, updated_at = ${sqlNow(now)} WHERE ${ofKey(key)} AND state = 'open'`);
  return given.rowCount === 1;
}

/** Instants in ms. */
export type EntryRow = {
  readonly seq: number;
  readonly author: "member" | "operator";
  readonly authorId: string;
  readonly authorName: string | null;
  readonly text: string;
  readonly files: readonly string[];
  readonly at: number;
};

export async function entriesOf(db: Db | Tx, key: Key): Promise<EntryRow[]> {
  const { rows } = await db.execute<Omit<EntryRow, "authorName">>(sql`
    SELECT seq, author, author_id AS "authorId", text, files, ${sql.raw(epochMsSql("at"))} AS at
    FROM ticket_entry WHERE member_id = ${key.memberId} AND ticket_id = ${key.id} ORDER BY seq`);
  // The few operators by their ids: on a cluster they lie elsewhere than the member's ticket.
  const operators = [
    ...new Set(rows.flatMap(({ author, authorId }) => (author === "operator" ? authorId : []))),
  ];
  const names = new Map<string, string>();
  if (operators.length > 0) {
    const found = await db.execute<{ id: string; name: string }>(sql`
      SELECT member_id AS id, nickname AS name FROM member
      WHERE member_id = ANY (${sql.param(operators)}::uuid[])`);
    for (const { id, name } of found.rows) names.set(id, name);
  }
  return rows.map((row) => ({
    ...row,
    authorName: row.author === "operator" ? (names.get(row.authorId) ?? null) : null,
  }));
}

/** Closes every open ticket of a member and empties what was written. Returns the files. */
export async function eraseTexts(tx: Tx, memberId: string, now: Now): Promise<string[]> {
  const { rows } = await tx.execute<{ fileId: string }>(sql`
    SELECT unnest(files) AS "fileId" FROM ticket_entry WHERE member_id = ${memberId}`);
  await tx.execute(sql`
    UPDATE ticket_entry SET text = '', files = '{}' WHERE member_id = ${memberId}`);
  await tx.execute(sql`
    UPDATE ticket SET result = NULL WHERE member_id = ${memberId} AND result IS NOT NULL`);
  const { from, to } = moveOf(ticketLifecycle, "close");
  const recorded = stateChangeSql(
    {
      memberId,
      entity: "ticket",
      entityId: sql`closed.id`,
      name: "closed",
      from: sql`closed.was`,
      to,
      by: "system",
      now,
    },
    "closed",
  );
  await tx.execute(sql`
    WITH old AS (
      SELECT id, state AS was FROM ticket
      WHERE member_id = ${memberId} AND state = ANY(${sql.param([...from])}::text[]) FOR NO KEY UPDATE),
    closed AS (UPDATE ticket SET state = ${to}, closed_at = ${sqlNow(now)}, closed_by = 'system', due_at = NULL,
                                 updated_at = ${sqlNow(now)}
    FROM old
    WHERE member_id = ${memberId} AND ticket.id = old.id AND state = ANY(${sql.param([...from])}::text[])
    RETURNING ticket.id, old.was),
    recorded AS (${recorded})
    SELECT 1 FROM closed`);
  return rows.map(({ fileId }) => fileId);
}
