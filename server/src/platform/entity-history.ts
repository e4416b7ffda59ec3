/** Records an entity's history: one row per change, read by timelines and by the audit. */
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Tx } from "./database/pool.ts";

export type HistoryEntry = {
  readonly memberId: string;
  readonly entity: string;
  readonly entityId: string;
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
  readonly actor: {
    readonly kind: "member" | "operator" | "system" | "channel" | "supplier" | "dealer";
    readonly id?: string;
  };
  readonly reason?: string;
  readonly requestId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** Returns the SQL call that writes one history row, for use in the statement of the change. */
export const historyEntrySql = (
  context: Context,
  line: HistoryEntry,
): SQL => sql`platform_event_insert(
    ${line.memberId}::uuid, ${context.ids.next()}::uuid, ${line.entity}, ${line.entityId}::uuid,
    ROW(${line.name}, ${line.from ?? null}, ${line.to ?? null})::platform_event_change,
    ROW(${line.actor.kind}, ${line.actor.id ?? null}, ${line.reason ?? null},
        ${line.requestId ?? null})::platform_event_actor,
    ${JSON.stringify(line.data ?? {})}::jsonb, ${context.clock.sql()}::timestamptz)`;

/** Writes one history row in the transaction of the change. */
export async function writeHistoryEntry(
  context: Context,
  tx: Tx,
  line: HistoryEntry,
): Promise<void> {
  await tx.execute(sql`SELECT ${historyEntrySql(context, line)}`);
}
