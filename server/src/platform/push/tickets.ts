/** Single-use tickets that open a socket, so that no session token appears in a URL. */
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { enforceLimit } from "../rate-limit.ts";
import type { Db } from "../database/pool.ts";
import { sqlNow } from "../database/sql.ts";
import { hashToken } from "../secrets.ts";
import { deleteInSlices } from "../delete-in-slices.ts";

const TICKET_BYTES = 32;
/** reliability.md 2.5, WebSocket. */
const TICKET_MS = 30_000;
/** Far above the need of pages that reconnect repeatedly. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** The owner of a socket. */
export type Holder = { readonly memberId: string; readonly sessionId: string };

/** Issues a ticket for one function. `expiresAt` in ms. Refuses RATE_LIMITED. */
export async function issueTicket(
  context: Context,
  db: Db,
  { memberId, sessionId, name }: Holder & { readonly name: string },
): Promise<{ ticket: string; expiresAt: number }> {
  const subject = `push.ticket:${memberId}`;
  const counter = { subject, windowMs: MINUTE_MS, now: context.clock.now() };
  await enforceLimit(db, { ...counter, most: PER_MINUTE });
  const ticket = Buffer.from(context.random.bytes(TICKET_BYTES)).toString("base64url");
  const now = context.clock.sql();
  const made = await db.execute<{ expiresAt: string | Date }>(sql`
    INSERT INTO push_ticket (ticket_hash, name, member_id, session_id, expires_at, created_at)
    VALUES (${hashToken(ticket)}, ${name}, ${memberId}, ${sessionId},
            ${sqlNow(now)} + ${TICKET_MS} * interval '1 ms', ${sqlNow(now)})
    RETURNING expires_at AS "expiresAt"`);
  return { ticket, expiresAt: new Date(made.rows[0]?.expiresAt ?? 0).getTime() };
}

/**
 * Consumes a ticket for this function: once, before it expires; returns `undefined` when it is
 * invalid or already used.
 */
export async function consumeTicket(
  context: Context,
  db: Db,
  { ticket, name }: { readonly ticket: string; readonly name: string },
): Promise<Holder | undefined> {
  const now = context.clock.sql();
  const taken = await db.execute<Holder>(sql`
    UPDATE push_ticket SET used_at = ${sqlNow(now)}
    WHERE ticket_hash = ${hashToken(ticket)} AND name = ${name}
      AND used_at IS NULL AND expires_at > ${sqlNow(now)}
    RETURNING member_id AS "memberId", session_id AS "sessionId"`);
  return taken.rows[0];
}

/** Deletes tickets that expired before an instant. */
export async function deleteOldTickets(db: Db, before: Date): Promise<void> {
  await deleteInSlices(
    db,
    { table: sql`push_ticket`, key: sql`ticket_hash` },
    sql`expires_at < ${before}`,
  );
}
