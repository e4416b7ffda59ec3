/** Reads what operators add to an order, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import { findOrderByNo, readMessages } from "./order-detail.ts";

/** Returns the number of notes on an order. */
export async function orderNotesOf(db: Db, orderNo: string): Promise<AuditedState | undefined> {
  const key = await findOrderByNo(db, orderNo);
  if (!key) return undefined;
  return auditedRow(
    db,
    orderNo,
    sql`SELECT count(*) AS notes FROM event
        WHERE member_id = ${key.ownerId} AND entity_id = ${key.orderId} AND name = 'note'`,
  );
}

/** Returns the sendings of an order's messages, by message and channel. */
export async function orderSendingsOf(db: Db, orderNo: string): Promise<AuditedState | undefined> {
  const key = await findOrderByNo(db, orderNo);
  if (!key) return undefined;
  const messages = await readMessages(db, key, orderNo);
  const sendings = messages.flatMap(({ title, channels }) =>
    channels.map(({ channel, state }) => `${title} ${channel} ${state}`),
  );
  return { object: orderNo, state: { sendings } };
}
