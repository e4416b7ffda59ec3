/**
 * Whose history may be archived: what has ended, by the declared lifecycle of each kind, and no
 * history with a change of state that the lifecycles do not allow.
 */
import { type SQL, sql } from "drizzle-orm";
import { undeclaredEventsSql } from "../../platform/database/lifecycle-events.ts";
import type { Db } from "../../platform/database/pool.ts";
import { endedOrderStates } from "../orders/lifecycle.ts";
import { lifecycles } from "./lifecycles.ts";

const listOf = (values: readonly string[]): string =>
  values.map((value) => `'${value}'`).join(", ");

/** A row `r` that its event `e` belongs to, with a condition. */
const rowOf = (table: string, condition: string): SQL =>
  sql.raw(`EXISTS (SELECT FROM ${table} r
    WHERE r.member_id = e.member_id AND r.id = e.entity_id AND ${condition})`);

/** Kinds whose row ends in a final state of its lifecycle, where nothing else needs the history. */
const finalHistories = [
  "coupon",
  "invite_binding",
  "payment",
  "payment_return",
  "refund",
  "supplier_order",
  "ticket",
  "topup_refund",
  "withdrawal",
] as const;

/**
 * The inbox of approvals shows the first person's reason for good, and only the history holds it:
 * what two persons decided keeps its history.
 */
const decidedByOne: Readonly<Record<string, string>> = {
  refund: "r.first_reviewed_at IS NULL",
  withdrawal: "r.first_reviewed_at IS NULL",
};

function isFinal(history: (typeof finalHistories)[number]): SQL {
  const lifecycle = lifecycles.find((one) => one.history === history);
  if (!lifecycle || lifecycle.final.length === 0)
    throw new Error(`the lifecycle of ${history} has no end`);
  const { table, column } = lifecycle.stored;
  return rowOf(
    table,
    `r.${column} IN (${listOf(lifecycle.final)}) AND ${decidedByOne[history] ?? "true"}`,
  );
}

/** The order `o` has ended, its payment does not wait, and no refund of it is under way. */
const orderEnded = `o.order_state IN (${listOf([...endedOrderStates])}) AND o.pay_state <> 'PAYING'
  AND o.refund_state NOT IN ('APPLIED', 'PROCESSING', 'ABNORMAL')`;

const orderOf = (table: string, orderId: string) => `EXISTS (SELECT FROM orders o
  WHERE o.member_id = ${table}.member_id AND o.id = ${table}.${orderId} AND ${orderEnded})`;

/**
 * Returns which of these codes ended: redeemed, or their validity over, before the instant, and every
 * order that they paid for ended. A frozen code waits for an operator. On a cluster a code, its sessions
 * and their orders lie apart.
 */
export async function endedCodes(
  db: Db,
  codeIds: readonly string[],
  before: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH ended AS MATERIALIZED (
      SELECT code_id, code_mac FROM code
      WHERE code_id = ANY (${sql.param(codeIds)}::uuid[]) AND state <> 'FROZEN'
        AND (valid_until < ${before} OR state = 'REDEEMED' AND redeemed_at < ${before})
    ), used AS MATERIALIZED (
      SELECT code_mac, owner_id, order_id FROM code_session
      WHERE code_mac IN (SELECT code_mac FROM ended) AND order_id IS NOT NULL
    ), waiting AS MATERIALIZED (
      SELECT o.member_id, o.id FROM orders o
      WHERE (o.member_id, o.id) IN (SELECT owner_id, order_id FROM used) AND NOT (${sql.raw(orderEnded)})
    )
    SELECT code_id AS id FROM ended WHERE code_mac NOT IN (
      SELECT code_mac FROM used JOIN waiting ON (member_id, id) = (owner_id, order_id))`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * By the `entity` of its events: the condition that what event `e` belongs to ended. What they belong to
 * has the member of the event; codes have not (`endedCodes`).
 */
const endings: Readonly<Record<string, SQL>> = {
  ...Object.fromEntries(finalHistories.map((history) => [history, isFinal(history)])),
  order: sql.raw(orderOf("e", "entity_id")),
  order_item: rowOf("order_item", orderOf("r", "order_id")),
};

const undeclared = sql.raw(undeclaredEventsSql(lifecycles));

/**
 * SQL: all of the history that event `e` belongs to is from before, and the lifecycles allow each change
 * in it. OFFSET keeps PostgreSQL from reading all events at once: each is compared by its index.
 */
const isWholeBefore = (before: Date): SQL => sql`
  NOT EXISTS (SELECT FROM event n
    WHERE n.member_id = e.member_id AND n.entity_id = e.entity_id AND n.at >= ${before} OFFSET 0)
  AND NOT EXISTS (SELECT FROM (${undeclared}) u
    WHERE u.member_id = e.member_id AND u.entity_id = e.entity_id OFFSET 0)`;

/** SQL: event `e` belongs to something of its member that ended, and all of its history is from before. */
export const isEndedBefore = (before: Date): SQL => {
  const ended = Object.entries(endings).map(
    ([history, condition]) => sql`(e.entity = ${history} AND ${condition})`,
  );
  return sql`(${sql.join(ended, sql` OR `)}) AND ${isWholeBefore(before)}`;
};

/** SQL: event `e` belongs to a code, and all of its history is from before. */
export const isOfCodeBefore = (before: Date): SQL =>
  sql`e.entity = 'code' AND ${isWholeBefore(before)}`;
