/** An entity's history: one line per change, read by timelines and by the audit. */
import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Tx } from "./database/pool.ts";

export type EventLine = {
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

/** Writes one line of history in the transaction of the change. */
export async function writeEvent(context: Context, tx: Tx, line: EventLine): Promise<void> {
  await tx.execute(sql`SELECT platform_event_put(
    ${line.memberId}, ${context.ids.next()}, ${line.entity}, ${line.entityId}, ${line.name},
    ${line.from ?? null}, ${line.to ?? null}, ${line.actor.kind}, ${line.actor.id ?? null},
    ${line.reason ?? null}, ${line.requestId ?? null}, ${JSON.stringify(line.data ?? {})}::jsonb,
    ${context.clock.sql()}::timestamptz)`);
}
