/** SQL statements that list tickets: a member's own, and the operators' queue. */
import { type SQL, sql } from "drizzle-orm";
import type { Position } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import type { TicketTopic } from "../model.ts";
import { ticketColumns, ticketTables, type TicketRow } from "../store.ts";

export type Placed = { readonly micros: number };

const micros = (column: SQL): SQL =>
  sql`floor(extract(epoch FROM ${column}) * 1000000)::bigint AS micros`;
const instant = (at: number): SQL => sql`to_timestamp(${at}::numeric / 1000000)`;

/** The latest change first. */
export async function ticketsOfMember(
  db: Db,
  memberId: string,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<(TicketRow & Placed)[]> {
  const then = after
    ? sql`AND (t.updated_at, t.id) < (${instant(after.micros)}, ${after.id}::uuid)`
    : sql``;
  const { rows } = await db.execute<TicketRow & Placed>(sql`
    SELECT ${ticketColumns}, ${micros(sql`t.updated_at`)} FROM ${ticketTables}
    WHERE t.member_id = ${memberId} ${then} ORDER BY t.updated_at DESC, t.id DESC LIMIT ${limit}`);
  return rows;
}

export type QueueFilter = {
  readonly state: "waiting" | "answered" | "closed" | "all";
  /** Only tickets of this operator. */
  readonly assigneeId: string | undefined;
  readonly isFree: boolean;
  readonly topic: TicketTopic | undefined;
  readonly memberNo: string | undefined;
};

export type QueueRow = TicketRow & {
  readonly memberNo: string;
  readonly nickname: string;
  readonly assigneeName: string | null;
};

/** Tickets with their members, and then the names of those who handle them: these lie elsewhere. */
const queueSql = (more: SQL, chosen: SQL): SQL => sql`
  WITH page AS MATERIALIZED (
    SELECT ${ticketColumns}, m.member_no AS "memberNo", m.nickname${more}
    FROM ${ticketTables} JOIN member m ON m.member_id = t.member_id WHERE ${chosen}
  ), named AS MATERIALIZED (
    SELECT member_id, nickname FROM member WHERE member_id IN (SELECT "assigneeId" FROM page)
  )
  SELECT page.*, named.nickname AS "assigneeName"
  FROM page LEFT JOIN named ON named.member_id = page."assigneeId"`;

/** Waiting tickets by their deadline; all others by their latest change. */
export async function ticketQueue(
  db: Db,
  filter: QueueFilter,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<(QueueRow & Placed)[]> {
  const { state, assigneeId, isFree, topic, memberNo } = filter;
  const isWaiting = state === "waiting";
  const sorted = isWaiting ? sql`t.due_at` : sql`t.updated_at`;
  const conditions: SQL[] = [isWaiting ? sql`t.due_at IS NOT NULL` : sql`true`];
  if (!isWaiting && state !== "all") conditions.push(sql`t.state = ${state}`);
  if (assigneeId !== undefined) conditions.push(sql`t.assignee_id = ${assigneeId}`);
  if (isFree) conditions.push(sql`t.state = 'open'`);
  if (topic !== undefined) conditions.push(sql`t.topic = ${topic}`);
  if (memberNo !== undefined) {
    conditions.push(
      sql`t.member_id = (SELECT c.member_id FROM member_no_claim c WHERE c.member_no = ${memberNo})`,
    );
  }
  if (after) {
    const place = sql`(${instant(after.micros)}, ${after.id}::uuid)`;
    conditions.push(
      isWaiting ? sql`(t.due_at, t.id) > ${place}` : sql`(t.updated_at, t.id) < ${place}`,
    );
  }
  const order = isWaiting ? sql`t.due_at, t.id` : sql`t.updated_at DESC, t.id DESC`;
  const chosen = sql`${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${limit}`;
  const { rows } = await db.execute<QueueRow & Placed>(sql`
    ${queueSql(sql`, ${micros(sorted)}`, chosen)}
    ORDER BY ${isWaiting ? sql`micros, id` : sql`micros DESC, id DESC`}`);
  return rows;
}

/**
 * Returns the ids of the tickets that wait for an answer by an operator or by a role that they were
 * handed to, the latest change first.
 */
export async function latestOwnTickets(
  db: Db,
  limit: number,
  operatorId: string,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      (SELECT id, updated_at FROM ticket WHERE assignee_id = ${operatorId} AND due_at IS NOT NULL
       ORDER BY updated_at DESC, id DESC LIMIT ${limit})
      UNION ALL
      (SELECT id, updated_at FROM ticket
       WHERE role IS NOT NULL AND assignee_id IS NULL AND due_at IS NOT NULL
       ORDER BY updated_at DESC, id DESC LIMIT ${limit})) t
    ORDER BY updated_at DESC, id DESC LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Returns which of these tickets wait for an answer by the operator, and which by a role, whose name
 * is `role`.
 */
export async function waitingTicketsOf(
  db: Db,
  { operatorId, ticketIds }: { readonly operatorId: string; readonly ticketIds: readonly string[] },
): Promise<{ id: string; role: string | null }[]> {
  const { rows } = await db.execute<{ id: string; role: string | null }>(sql`
    SELECT id, CASE WHEN assignee_id IS NULL THEN role END AS role FROM ticket
    WHERE id = ANY (${sql.param([...ticketIds])}::uuid[]) AND due_at IS NOT NULL
      AND (assignee_id = ${operatorId} OR assignee_id IS NULL AND role IS NOT NULL)`);
  return rows;
}

/** Returns one ticket as operators see it. */
export async function findQueueRow(db: Db | Tx, id: string): Promise<QueueRow | undefined> {
  const { rows } = await db.execute<QueueRow>(queueSql(sql``, sql`t.id = ${id}`));
  return rows[0];
}
