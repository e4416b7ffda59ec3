/**
 * The statement of points: every line with its cause and the balance after it; pending points come
 * first.
 */
import type { SQL } from "drizzle-orm";
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import {
  monthSumsOf,
  type StatementLine,
  statementOf,
  type StatementPageRequest,
  statementRows,
} from "../../ledger/actions.ts";
import { type PostingKind, postingKinds } from "../../ledger/model.ts";
import { orderOfLot, lineTextOf, pendingLineTextOf } from "../statement-texts.ts";
import type { PointsOrderLookup } from "../port.ts";
import { sourcesOf, listPendingLots } from "../store/lots.ts";
import { settleIfDue } from "./earn.ts";
import { shanghaiMonth } from "../../../platform/shanghai.ts";

type RecordsInput = Input<"points", "records">;
type Records = Output<"points", "records">;
type Tab = NonNullable<RecordsInput["tab"]>;

const every = Object.keys(postingKinds) as PostingKind[];
const tabs: Readonly<Record<Tab, Pick<StatementPageRequest, "kinds" | "direction">>> = {
  all: {},
  // Points lent for a claw-back are a credit, but not earned.
  earned: { direction: "in", kinds: every.filter((kind) => kind !== "points_clawback") },
  spent: { direction: "out", kinds: every.filter((kind) => kind !== "points_expire") },
  expired: { kinds: ["points_expire"] },
};

const statementScopeOf = (context: Context, memberId: string) =>
  ({ memberId, asset: "PTS", purposes: ["available"], now: context.clock.sql() }) as const;

/**
 * Returns the statement as plain rows with the contract's field names, after settling one step of
 * due lots.
 */
export async function pointsRows(context: Context, db: Db, memberId: string): Promise<SQL> {
  await settleIfDue(context, db, memberId);
  return statementRows(statementScopeOf(context, memberId));
}

/** Reads the causes of a page's lines, each once. */
async function readLineSources(
  db: Db,
  causes: PointsOrderLookup,
  memberId: string,
  lines: readonly StatementLine[],
) {
  const begun = lines.flatMap(({ kind, ref }) => (kind === "points_activate" ? [ref] : []));
  const sources = await sourcesOf(db, memberId, begun);
  const ids = [
    ...lines.flatMap(({ orderId }) => orderId ?? []),
    ...[...sources.values()].flatMap((source) => orderOfLot(source) ?? []),
  ];
  const orderIds = [...new Set(ids)];
  const [orderNos, mallOrders] = await Promise.all([
    causes.orderNos(db, memberId, orderIds),
    causes.pointsMallOrders(db, memberId, orderIds),
  ]);
  return { sources, orderNos, mallOrders };
}

/** Returns lines that begin later; they are in no sum and change no balance yet. */
async function pendingLines(
  context: Context,
  db: Db,
  causes: PointsOrderLookup,
  memberId: string,
  month: string | undefined,
): Promise<StatementEntry[]> {
  const lots = (await listPendingLots(db, memberId, context.clock.sql())).filter(
    ({ at }) => month === undefined || shanghaiMonth(at) === month,
  );
  const orderIds = lots.flatMap(
    ({ sourceKind: kind, sourceRef: ref }) => orderOfLot({ kind, ref }) ?? [],
  );
  const orderNos = await causes.orderNos(db, memberId, [...new Set(orderIds)]);
  return lots.map((lot) => ({
    id: `lot:${lot.id}`,
    ...pendingLineTextOf(lot, orderNos),
    change: lot.points,
    state: "pending",
    dueAt: lot.beginsAt,
    month: shanghaiMonth(lot.at),
    at: lot.at,
  }));
}

async function monthsOf(
  context: Context,
  db: Db,
  memberId: string,
  lines: readonly StatementEntry[],
): Promise<Records["months"]> {
  const months = [...new Set(lines.map(({ month }) => month))];
  const sums = await monthSumsOf(db, { ...statementScopeOf(context, memberId), months });
  return months.map((month) => {
    const own = sums.filter((sum) => sum.month === month);
    const all = (of: readonly (typeof own)[number][], way: "incoming" | "outgoing") =>
      of.reduce((total, sum) => total + sum[way], 0);
    const expired = all(
      own.filter(({ kind }) => kind === "points_expire"),
      "outgoing",
    );
    const repaid = all(
      own.filter(({ other }) => other === "debt"),
      "incoming",
    );
    return {
      month,
      expired,
      earned: all(own, "incoming") - repaid,
      spent: all(own, "outgoing") - expired - repaid,
    };
  });
}

/**
 * Shows what is posted and what begins later. Points that are due beyond one step get their line
 * when the job has settled them. Refuses BAD_REQUEST for
 * a cursor that this server did not create.
 */
export async function pointsRecords(
  context: Context,
  db: Db,
  causes: PointsOrderLookup,
  { memberId, input }: { memberId: string; input: RecordsInput },
): Promise<Records> {
  const { page = PAGE_FIRST, pageSize = PAGE_SIZE, cursor, tab = "all", month } = input;
  await settleIfDue(context, db, memberId);
  const skipped = cursor === undefined ? (page - 1) * pageSize : 0;
  const found = await statementOf(db, {
    ...statementScopeOf(context, memberId),
    ...tabs[tab],
    limit: skipped + pageSize,
    ...(month === undefined ? {} : { month }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const booked = found.lines.slice(skipped);
  const sources = await readLineSources(db, causes, memberId, booked);
  const isTop = cursor === undefined && page === PAGE_FIRST && (tab === "all" || tab === "earned");
  const list: StatementEntry[] = [
    ...(isTop ? await pendingLines(context, db, causes, memberId, month) : []),
    ...booked.map((line): StatementEntry => {
      const { txnId, seq, change, after, isHeld, at, month: own } = line;
      const state = isHeld ? "held" : "booked";
      return {
        id: `${txnId}:${seq}`,
        ...lineTextOf(line, sources),
        change,
        after,
        state,
        month: own,
        at,
      };
    }),
  ];
  return {
    list,
    page,
    pageSize,
    hasMore: found.nextCursor !== undefined,
    ...(found.nextCursor === undefined ? {} : { nextCursor: found.nextCursor }),
    months: await monthsOf(context, db, memberId, list),
  };
}
