/**
 * Invariants after a load test, checked against what the suppliers really did: one sentence for
 * each breach.
 */
import { sql } from "drizzle-orm";
import { type LoadTestRun, STEP_MS } from "./load-test.fixture.ts";
import { shanghaiDay } from "../../../platform/shanghai.ts";

type Row = {
  orderId: string;
  outNo: string;
  state: string;
  attempt: number;
  isHandMade: boolean;
  isOpen: boolean;
  /** Until it ended or entered the manual queue, in ms; until now when it did neither. */
  waitedMs: number;
  lossKind: string | null;
  costs: number;
};
const MINUTE = 60_000;

async function rowsOf({ dbs: [db], context }: LoadTestRun): Promise<Row[]> {
  const found = await db.execute<Row>(sql`
    SELECT s.order_id AS "orderId", s.out_no AS "outNo", s.state, s.attempt, s.is_hand_made AS "isHandMade",
           s.next_look_at IS NOT NULL AS "isOpen",
           (extract(epoch FROM least(s.manual_at, s.ended_at, ${context.clock.sql()}::timestamptz) - s.created_at)
             * 1000)::float8 AS "waitedMs",
           (SELECT min(l.kind) FROM loss_case l WHERE l.member_id = s.member_id AND l.supplier_order_id = s.id)
             AS "lossKind",
           (SELECT count(*)::integer FROM ledger_txn t
            WHERE t.member_id = s.member_id AND t.kind = 'supplier_cost' AND t.ref = s.id::text) AS costs
    FROM supplier_order s`);
  return found.rows;
}

type Notification = { orderId: string; what: "issued" | "failed"; codes: string };
const groupBy = <T>(items: readonly T[], of: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(of(item));
    if (group) group.push(item);
    else groups.set(of(item), [item]);
  }
  return groups;
};

/**
 * Returns the maximum number of queries to a supplier within any minute, and about one number on
 * one day.
 */
export function maxQueryRates({ suppliers }: Pick<LoadTestRun, "suppliers">) {
  let [perMinute, perDay] = [0, 0];
  for (const { queries } of suppliers) {
    for (let first = 0, last = 0; last < queries.length; last++) {
      while ((queries[last]?.at ?? 0) - (queries[first]?.at ?? 0) >= MINUTE) first++;
      perMinute = Math.max(perMinute, last - first + 1);
    }
    const days = groupBy(queries, ({ outNo, at }) => `${outNo} ${shanghaiDay(at)}`);
    for (const day of days.values()) perDay = Math.max(perDay, day.length);
  }
  return { perMinute, perDay };
}

/** Breaches in what the suppliers delivered of one order, except what is recorded as a loss. */
function faultsOfOrder(
  orderId: string,
  rows: readonly Row[],
  notifications: readonly Notification[],
  issued: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  const isInManualQueue = rows.some(({ isOpen }) => isOpen);
  const ends = notifications.map(({ what }) => what).join(" and ");
  if (notifications.length !== (isInManualQueue ? 0 : 1))
    faults.push(`${orderId}: the listener got "${ends}"`);
  if (new Set(rows.map(({ attempt }) => attempt)).size !== rows.length)
    faults.push(`${orderId}: an attempt was made twice`);
  const bought = rows.filter(({ outNo, lossKind }) => issued.has(outNo) && lossKind === null);
  const goods = bought.length + rows.filter(({ isHandMade }) => isHandMade).length;
  if (goods > 1) faults.push(`${orderId}: bought twice`);
  const isFailed = notifications.some(({ what }) => what === "failed");
  if (isFailed && goods > 0) faults.push(`${orderId}: refunded, and delivered`);
  const given = notifications.flatMap(({ what, codes }) => (what === "issued" ? [codes] : []));
  const own = rows.flatMap(({ outNo }) => [`C-${outNo}`, `H-${outNo}`]);
  for (const code of given) if (!own.includes(code)) faults.push(`${orderId}: got ${code}`);
  return faults;
}

function faultsOfRow(
  row: Row,
  { decided, context }: LoadTestRun,
  issued: ReadonlySet<string>,
): string[] {
  const { outNo, state, isHandMade, lossKind, costs, waitedMs } = row;
  const faults: string[] = [];
  const isOwed = state === "SUCCESS" && !isHandMade;
  if (costs !== Number(isOwed)) faults.push(`${outNo}: its cost was posted ${costs} times`);
  if (lossKind !== null && !decided.has(outNo)) faults.push(`${outNo}: an undecided loss`);
  if (issued.has(outNo) && !isOwed && lossKind === null)
    faults.push(`${outNo}: delivered late, without a loss`);
  if (waitedMs > context.settings.codeIssueManualMs + 4 * STEP_MS)
    faults.push(`${outNo}: waited ${waitedMs} ms outside the manual queue`);
  return faults;
}

/** Returns every breach of the invariants, and figures about the run. */
export async function checkInvariants(passed: LoadTestRun, orders: number) {
  const rows = await rowsOf(passed);
  const { rows: notifications } = await passed.dbs[0].execute<Notification>(
    sql`SELECT order_id AS "orderId", what, codes FROM told`,
  );
  const supplierOrders = passed.suppliers.flatMap(({ orders }) => [...orders]);
  const issued = new Set(
    supplierOrders.flatMap(([outNo, { state }]) => (state === "issued" ? [outNo] : [])),
  );
  const ours = new Set(rows.map(({ outNo }) => outNo));
  const notificationsByOrder = groupBy(notifications, ({ orderId }) => orderId);
  const byOrder = groupBy(rows, ({ orderId }) => orderId);
  const most = maxQueryRates(passed);
  const { supplierQueriesPerMinute, supplierQueriesPerDay } = passed.context.settings;
  const faults = [
    ...(byOrder.size === orders ? [] : [`${byOrder.size} orders of ${orders}`]),
    ...[...byOrder].flatMap(([orderId, some]) =>
      faultsOfOrder(orderId, some, notificationsByOrder.get(orderId) ?? [], issued),
    ),
    ...rows.flatMap((row) => faultsOfRow(row, passed, issued)),
    ...supplierOrders.flatMap(([outNo]) =>
      ours.has(outNo) ? [] : [`${outNo}: an unknown number`],
    ),
    ...(most.perMinute > supplierQueriesPerMinute
      ? [`queried ${most.perMinute} times a minute`]
      : []),
    ...(most.perDay > supplierQueriesPerDay
      ? [`queried ${most.perDay} times about one order`]
      : []),
    ...(passed.raced.every((winners) => winners <= 1) ? [] : ["two operators had one claim"]),
  ];
  const count = (what: Notification["what"]) =>
    notifications.filter((one) => one.what === what).length;
  return {
    faults,
    figures: {
      issued: count("issued"),
      failed: count("failed"),
      attempts: rows.length,
      ...most,
      inManualQueue: rows.filter(({ isOpen }) => isOpen).length,
      decided: passed.decided.size,
      losses: rows.filter(({ lossKind }) => lossKind !== null).length,
      queries: passed.suppliers.reduce((sum, { queries }) => sum + queries.length, 0),
    },
  };
}
