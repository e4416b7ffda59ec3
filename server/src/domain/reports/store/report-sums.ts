/** SQL statements on the stored sums of the reports: the hours and days, the mark, and what changed since. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import {
  addRows,
  DAY_MS,
  divide,
  type EffectPart,
  effectParts,
  type FigureRow,
  hourOf,
  type OrderPart,
  orderParts,
  type Part,
  type Span,
  type StoredPiece,
  type StoredSpan,
} from "../model.ts";
import { shanghaiDayStart } from "../../../platform/shanghai.ts";
import { effectPartsOf } from "./effect-basis.ts";
import { orderPartsOf } from "./order-basis.ts";
import { addedColumns, figuresOfPart, type FoundPart, partColumns, within } from "./part-rows.ts";

/** What is stored, and the hour that was summed again last; in ms. */
export type Mark = StoredSpan & { readonly again: number };

const markColumns = sql.raw(
  ["since", "until", "again"].map((name) => `${epochMsSql(name)} AS ${name}`).join(", "),
);

/** Locks the mark, so that one hour is summed at a time; it begins at an hour in ms. */
export async function lockMark(tx: Tx, hour: number): Promise<Mark> {
  const begins = sql`${new Date(hour)}::timestamptz`;
  await tx.execute(sql`
    INSERT INTO report_mark (since, until, again) VALUES (${begins}, ${begins}, ${begins})
    ON CONFLICT (name) DO NOTHING`);
  const { rows } = await tx.execute<Mark>(sql`SELECT ${markColumns} FROM report_mark FOR UPDATE`);
  return rows[0] ?? { since: hour, until: hour, again: hour };
}

export const saveMark = (tx: Tx, { since, until, again }: Mark) =>
  tx.execute(sql`
    UPDATE report_mark SET since = ${new Date(since)}, until = ${new Date(until)}, again = ${new Date(again)}`);

/**
 * Sums the hour that begins at `from` before `to`, in ms, and its day from its hours. All parts of an hour are of
 * one statement, so a part and its ledger's side are of one snapshot.
 */
export async function replaceHour(tx: Tx, { from, to }: Span): Promise<void> {
  const hour = new Date(from);
  const day = shanghaiDayStart(from);
  await tx.execute(sql`DELETE FROM report_sum WHERE grain = 'hour' AND at = ${hour}`);
  await tx.execute(sql`
    INSERT INTO report_sum (grain, at, ${partColumns})
    SELECT 'hour', ${hour}::timestamptz, ${partColumns} FROM (
      (${orderPartsOf([{ from, to }], orderParts)}) UNION ALL (${effectPartsOf([{ from, to }], effectParts)})
    ) summed`);
  await tx.execute(sql`DELETE FROM report_sum WHERE grain = 'day' AND at = ${new Date(day)}`);
  await tx.execute(sql`
    INSERT INTO report_sum (grain, at, ${partColumns})
    SELECT 'day', ${new Date(day)}::timestamptz, part, key, max(label), ${addedColumns} FROM report_sum
    WHERE grain = 'hour' AND ${within("at", [{ from: day, to: day + DAY_MS }])} GROUP BY part, key`);
}

/**
 * Notes the stored hours before the one of `from` whose orders changed from `from` to before `to`: something was
 * posted for one, a delivery ended, or a refund was applied for, decided or done.
 */
export async function noteChanges(
  tx: Tx,
  { from, to }: Span,
  { since }: StoredSpan,
): Promise<void> {
  const span = [{ from, to }];
  await tx.execute(sql`
    INSERT INTO report_change (hour, changed_at)
    SELECT hour, ${new Date(to)}::timestamptz FROM (
      WITH changed AS MATERIALIZED (
        SELECT t.member_id, t.order_id
        FROM ledger_transfer f JOIN ledger_txn t ON t.member_id = f.member_id AND t.id = f.txn_id
        WHERE ${within("f.created_at", span)} AND t.order_id IS NOT NULL
        UNION
        SELECT member_id, order_id FROM supplier_order WHERE ${within("ended_at", span)}
        UNION
        SELECT member_id, order_id FROM refund WHERE ${within("greatest(created_at, decided_at, ended_at)", span)}
      )
      SELECT DISTINCT date_trunc('hour', o.paid_at, 'Asia/Shanghai') AS hour FROM orders o
      WHERE (o.member_id, o.id) IN (SELECT member_id, order_id FROM changed)
        AND ${within("o.paid_at", [{ from: since, to: hourOf(from) }])}
    ) found
    ON CONFLICT (hour) DO NOTHING`);
}

/** Takes the hour, in ms, whose orders changed first; undefined when there is none. */
export async function takeChange(tx: Tx): Promise<number | undefined> {
  const { rows } = await tx.execute<{ hour: number }>(sql`
    SELECT ${sql.raw(epochMsSql("hour"))} AS hour FROM report_change ORDER BY changed_at, hour LIMIT 1`);
  if (!rows[0]) return undefined;
  const hour = Number(rows[0].hour);
  await tx.execute(sql`DELETE FROM report_change WHERE hour = ${new Date(hour)}`);
  return hour;
}

/**
 * Returns the hour of the first order, delivery or posting from an instant, or of the last one before it; in ms.
 * Undefined when there is none.
 */
export async function hourWithEvents(
  tx: Tx,
  direction: "from" | "before",
  instant: number,
): Promise<number | undefined> {
  const at = new Date(instant);
  const [pick, compare] = direction === "from" ? [sql`min`, sql`>=`] : [sql`max`, sql`<`];
  const { rows } = await tx.execute<{ at: number | null }>(sql`
    SELECT floor(extract(epoch FROM ${pick}(at)) * 1000)::bigint AS at FROM (
      SELECT ${pick}(paid_at) AS at FROM orders WHERE paid_at ${compare} ${at}
      UNION ALL SELECT ${pick}(created_at) FROM ledger_transfer WHERE created_at ${compare} ${at}
      UNION ALL SELECT ${pick}(ended_at) FROM supplier_order WHERE ended_at ${compare} ${at}) event`);
  return rows[0]?.at == null ? undefined : hourOf(Number(rows[0].at));
}

const storedRows = async (
  tx: Tx,
  pieces: readonly StoredPiece[],
  parts: readonly Part[],
): Promise<FoundPart[]> => {
  if (pieces.length === 0) return [];
  const ofPiece = ({ grain, ...span }: StoredPiece) => sql`
    SELECT ${partColumns} FROM report_sum
    WHERE grain = ${grain} AND ${within("at", [span])} AND part = ANY (${sql.param(parts)}::text[])`;
  const { rows } = await tx.execute<FoundPart>(sql`
    SELECT part, key, max(label) AS label, ${addedColumns}
    FROM (${sql.join(pieces.map(ofPiece), sql` UNION ALL `)}) piece GROUP BY part, key`);
  return rows;
};

const isOrderPart = (part: Part): part is OrderPart => orderParts.some((one) => one === part);
const isEffectPart = (part: Part): part is EffectPart => effectParts.some((one) => one === part);

const countedRows = async (
  tx: Tx,
  spans: readonly Span[],
  parts: readonly Part[],
): Promise<FoundPart[]> => {
  if (spans.length === 0) return [];
  const [ofOrders, ofEffects] = [parts.filter(isOrderPart), parts.filter(isEffectPart)];
  const found: FoundPart[] = [];
  if (ofOrders.length > 0)
    found.push(...(await tx.execute<FoundPart>(orderPartsOf(spans, ofOrders))).rows);
  if (ofEffects.length > 0)
    found.push(...(await tx.execute<FoundPart>(effectPartsOf(spans, ofEffects))).rows);
  return found;
};

/**
 * Returns a function that gives the rows of a part in the span: what is stored, and what is not is counted. To be
 * called in one snapshot.
 */
export async function readParts<P extends Part>(
  tx: Tx,
  span: Span,
  parts: readonly P[],
): Promise<(part: P) => FigureRow[]> {
  const { rows } = await tx.execute<Mark>(sql`SELECT ${markColumns} FROM report_mark`);
  const { stored, counted } = divide(span, rows[0] ?? { since: 0, until: 0 });
  const found = [
    ...(await storedRows(tx, stored, parts)),
    ...(await countedRows(tx, counted, parts)),
  ];
  return (part) => addRows(found.filter((row) => row.part === part).map(figuresOfPart));
}
