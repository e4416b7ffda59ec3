/** Records an entity's history: one row per change, read by timelines and by the audit. */
import { type SQL, sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import { platformEventInsert } from "../sql/platform.ts";
import type { Tx } from "./database/pool.ts";
import { type Now, sqlNow } from "./database/sql.ts";

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
export const historyEntrySql = (context: Context, line: HistoryEntry): SQL =>
  platformEventInsert.sql({
    member: line.memberId,
    id: context.ids.next(),
    entity: line.entity,
    entityId: line.entityId,
    change: { name: line.name, fromState: line.from ?? null, toState: line.to ?? null },
    by: {
      kind: line.actor.kind,
      id: line.actor.id ?? null,
      reason: line.reason ?? null,
      requestId: line.requestId ?? null,
    },
    data: line.data ?? {},
    now: context.clock.sql(),
  });

/** Writes one history row in the transaction of the change. */
export async function writeHistoryEntry(
  context: Context,
  tx: Tx,
  line: HistoryEntry,
): Promise<void> {
  await tx.execute(sql`SELECT ${historyEntrySql(context, line)}`);
}

export type StateChange = {
  readonly memberId: string | SQL;
  readonly entity: string;
  readonly entityId: string | SQL;
  /** The name of the lifecycle's event. */
  readonly name: string;
  /** The earlier state: usually a column that the statement returns. */
  readonly from: string | SQL;
  readonly to: string | SQL;
  /** The kind of the actor, and its id where there is one: `operator:<id>`. */
  readonly by: string;
  readonly now: Now;
};

/**
 * Returns the INSERT that writes the history row of each change of state in `rows`, the rows that a
 * guarded UPDATE returns in the same statement: `WITH moved AS (UPDATE …), recorded AS (…) SELECT …
 * FROM moved`. As platform_state_change_insert does in functions; a call of it among these rows
 * would run on the node of the rows, where a cluster allows no further query (decision 0195).
 */
export const stateChangeSql = (
  { memberId, entity, entityId, name, from, to, by, now }: StateChange,
  rows: string,
): SQL => {
  const [kind, id = null] = by.split(":");
  return sql`
    INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, actor_id, at)
    SELECT ${memberId}::uuid,
           md5(concat_ws(':', ${entity}::text, ${entityId}::uuid, ${name}::text, ${from}::text, ${to}::text, ${sqlNow(now)}))::uuid,
           ${entity}, ${entityId}::uuid, ${name}, ${from}::text, ${to}, ${kind}, ${id}::text, ${sqlNow(now)}
    FROM ${sql.identifier(rows)} WHERE ${from}::text IS DISTINCT FROM ${to}::text
    ON CONFLICT (member_id, id) DO NOTHING`;
};
