/**
 * Whose history may be archived: what has ended, by the declared lifecycle of each kind, and no
 * history with a change of state that the lifecycles do not allow.
 */
import { type SQL, sql } from "drizzle-orm";
import { undeclaredEventsSql } from "../../platform/database/lifecycle-events.ts";
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
 * A code ended when it was redeemed or its validity was over before the instant, and every order
 * that it paid for has ended. A frozen code waits for an operator.
 */
const codeEnded = (before: Date): SQL => sql`EXISTS (
  SELECT FROM code c WHERE c.code_id = e.entity_id AND c.state <> 'FROZEN'
    AND (c.valid_until < ${before} OR c.state = 'REDEEMED' AND c.redeemed_at < ${before})
    AND NOT EXISTS (
      SELECT FROM code_session s JOIN orders o ON o.member_id = s.owner_id AND o.id = s.order_id
      WHERE s.code_mac = c.code_mac AND NOT (${sql.raw(orderEnded)})))`;

/** By the `entity` of its events: the condition that what event `e` belongs to ended. */
const endings: Readonly<Record<string, (before: Date) => SQL>> = {
  ...Object.fromEntries(finalHistories.map((history) => [history, () => isFinal(history)])),
  order: () => sql.raw(orderOf("e", "entity_id")),
  order_item: () => rowOf("order_item", orderOf("r", "order_id")),
  code: codeEnded,
};

const undeclared = sql.raw(undeclaredEventsSql(lifecycles));

/** SQL: event `e` belongs to something that ended, and all of its history is from before. */
export const isEndedBefore = (before: Date): SQL => {
  const ended = Object.entries(endings).map(
    ([history, condition]) => sql`(e.entity = ${history} AND ${condition(before)})`,
  );
  // OFFSET keeps PostgreSQL from reading all events at once: each is compared by its index.
  return sql`(${sql.join(ended, sql` OR `)})
    AND NOT EXISTS (SELECT FROM event n
      WHERE n.member_id = e.member_id AND n.entity_id = e.entity_id AND n.at >= ${before} OFFSET 0)
    AND NOT EXISTS (SELECT FROM (${undeclared}) u
      WHERE u.member_id = e.member_id AND u.entity_id = e.entity_id OFFSET 0)`;
};
