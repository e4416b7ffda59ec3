/**
 * SQL statements on bill days: which are due, which process polls one, and the progress of each.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../../../platform/database/sql.ts";
import type { DayKey } from "../model.ts";

export type BillDay = DayKey & {
  readonly state: "waiting" | "compared";
  readonly fileId: string | null;
  readonly tries: number;
};

const columns = sql.raw(`source, day::text AS day, state, file_id AS "fileId", tries`);
const interval = (ms: number) => sql`make_interval(secs => ${ms}::float8 / 1000)`;

/**
 * Inserts new days, each once: from the last stored one to the newest whose time of day has passed,
 * at most `daysMax` of them. A new source begins with the newest day.
 */
export async function addDays(
  db: Db,
  {
    sources,
    atMs,
    daysMax,
    now,
  }: { sources: readonly string[]; atMs: number; daysMax: number; now: Now },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO bill_day (source, day, next_try_at, created_at)
    SELECT s.source, d.day::date, ${sqlNow(now)}, ${sqlNow(now)}
    FROM unnest(${sql.param([...sources])}::text[]) AS s(source),
         (SELECT ((${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai') - ${interval(atMs)})::date - 1 AS newest) n,
         generate_series(
           greatest(coalesce((SELECT max(b.day) + 1 FROM bill_day b WHERE b.source = s.source), n.newest),
                    n.newest - (${daysMax}::integer - 1)),
           n.newest, interval '1 day') AS d(day)
    ON CONFLICT (source, day) DO NOTHING`);
}

/** Returns days to poll now, the oldest first. */
export async function dueDays(
  db: Db,
  { sources, now }: { sources: readonly string[]; now: Now },
): Promise<BillDay[]> {
  const due = await db.execute<BillDay>(sql`
    SELECT ${columns} FROM bill_day
    WHERE next_try_at <= ${sqlNow(now)} AND source = ANY(${sql.param([...sources])}::text[])
    ORDER BY day, source`);
  return due.rows;
}

/** Claims one poll of a day for this process. Returns false when another process has claimed it. */
export async function claimPoll(
  db: Db,
  { source, day, tries }: BillDay,
  { againMs, now }: { againMs: number; now: Now },
): Promise<boolean> {
  const taken = await db.execute(sql`
    UPDATE bill_day SET tries = tries + 1, next_try_at = ${sqlNow(now)} + ${interval(againMs)}
    WHERE source = ${source} AND day = ${day}::date AND tries = ${tries} AND next_try_at <= ${sqlNow(now)}`);
  return taken.rowCount === 1;
}

/**
 * Stores why a day is not available yet. Returns true when it is late enough for a case and has
 * none.
 */
export async function recordWaitReason(
  tx: Tx,
  { source, day }: DayKey,
  { reason, missingMs, now }: { reason: string; missingMs: number; now: Now },
): Promise<boolean> {
  const updated = await tx.execute<{ isMissing: boolean }>(sql`
    UPDATE bill_day SET reason = ${reason} WHERE source = ${source} AND day = ${day}::date
    RETURNING state = 'waiting' AND created_at + ${interval(missingMs)} <= ${sqlNow(now)} AND NOT EXISTS (
      SELECT 1 FROM bill_difference o
      WHERE o.source = ${source} AND o.class = 'bill_missing' AND o.day = ${day}::date) AS "isMissing"`);
  return updated.rows[0]?.isMissing ?? false;
}

/**
 * Marks that the day's rows were compared with our records. A new edition schedules another
 * comparison of our side.
 */
export async function markCompared(
  db: Db,
  { source, day }: DayKey,
  { fileId, rowCount, now }: { fileId: string | null; rowCount: number; now: Now },
): Promise<void> {
  await db.execute(sql`
    UPDATE bill_day
    SET state = 'compared', next_try_at = NULL, reason = NULL, file_id = ${fileId}, row_count = ${rowCount},
        compared_at = ${sqlNow(now)},
        judged_at = CASE WHEN state = 'compared' AND file_id IS NOT DISTINCT FROM ${fileId}::uuid THEN judged_at END
    WHERE source = ${source} AND day = ${day}::date`);
}

/**
 * Compared days whose previous day is compared too, or was never polled: only then it is certain
 * what no row reports.
 */
export async function daysToCompareOwnRecords(
  db: Db,
  sources: readonly string[],
): Promise<BillDay[]> {
  const found = await db.execute<BillDay>(sql`
    SELECT ${columns} FROM bill_day d
    WHERE state = 'compared' AND judged_at IS NULL AND source = ANY(${sql.param([...sources])}::text[])
      AND NOT EXISTS (SELECT 1 FROM bill_day e
                      WHERE e.source = d.source AND e.day = d.day - 1 AND e.state = 'waiting')
    ORDER BY day, source`);
  return found.rows;
}

export async function markOwnRecordsCompared(
  tx: Tx,
  { source, day }: DayKey,
  now: Now,
): Promise<void> {
  await tx.execute(sql`
    UPDATE bill_day SET judged_at = ${sqlNow(now)}
    WHERE source = ${source} AND day = ${day}::date AND judged_at IS NULL`);
}

/** Ends the repeated polling of a compared day that brought nothing new. */
export async function stopPolling(db: Db, { source, day }: DayKey): Promise<void> {
  await db.execute(sql`
    UPDATE bill_day SET next_try_at = NULL
    WHERE source = ${source} AND day = ${day}::date AND state = 'compared'`);
}

/**
 * Schedules an immediate poll of a compared or waiting day. Returns false when there is no such
 * day.
 */
export async function schedulePoll(db: Db, { source, day }: DayKey, now: Now): Promise<boolean> {
  const scheduled = await db.execute(sql`
    UPDATE bill_day SET next_try_at = ${sqlNow(now)} WHERE source = ${source} AND day = ${day}::date`);
  return scheduled.rowCount === 1;
}

export type BillDaySummary = DayKey & {
  readonly state: "waiting" | "compared";
  readonly reason: string | null;
  readonly tries: number;
  readonly rows: number;
  readonly editions: number;
  /** Rows with a difference, each counted once. */
  readonly differing: number;
  readonly classes: Readonly<Record<string, number>> | null;
  readonly nextTryAt: number | null;
  readonly comparedAt: number | null;
};

/**
 * Returns days before a given one, the newest first, with the differences in their newest edition.
 */
export async function readDaySummaries(
  db: Db,
  { source, before, limit }: { source: string | null; before: string | null; limit: number },
): Promise<BillDaySummary[]> {
  const found = await db.execute<BillDaySummary>(sql`
    SELECT d.source, d.day::text AS day, d.state, d.reason, d.tries, d.row_count AS rows,
           (SELECT count(*) FROM bill_file f WHERE f.source = d.source AND f.day = d.day
              AND f.imported_at IS NOT NULL)::integer AS editions,
           x.differing, x.classes,
           ${sql.raw(epochMsSql("d.next_try_at"))} AS "nextTryAt", ${sql.raw(epochMsSql("d.compared_at"))} AS "comparedAt"
    FROM bill_day d, LATERAL (
      SELECT coalesce(sum(c.rows), 0)::integer AS differing, jsonb_object_agg(c.class, c.found) AS classes
      FROM (SELECT class, count(*) AS found, count(row_no) AS rows FROM bill_difference o
            WHERE o.source = d.source AND o.day = d.day
              AND (o.file_id IS NULL OR o.file_id = d.file_id) GROUP BY class) c) x
    WHERE (${source}::text IS NULL OR d.source = ${source}) AND (${before}::date IS NULL OR d.day < ${before}::date)
    ORDER BY d.day DESC, d.source LIMIT ${limit}`);
  return found.rows;
}

export type DifferenceDetail = {
  readonly class: string;
  readonly subject: string;
  readonly rowNo: number | null;
  readonly outNo: string | null;
  readonly channelNo: string | null;
  readonly amountFen: number | null;
  readonly feeFen: number | null;
  readonly state: string | null;
  readonly at: number | null;
};

/** Returns the differences in the newest edition of a day, with their rows. */
export async function readDifferences(
  db: Db,
  { source, day, class: kind, limit }: DayKey & { class: string | null; limit: number },
): Promise<DifferenceDetail[]> {
  const found = await db.execute<DifferenceDetail>(sql`
    SELECT o.class, o.subject, o.row_no AS "rowNo", r.out_no AS "outNo", r.channel_no AS "channelNo",
           r.amount_fen AS "amountFen", r.fee_fen AS "feeFen", r.state, ${sql.raw(epochMsSql("r.at"))} AS at
    FROM bill_difference o JOIN bill_day d USING (source, day)
      LEFT JOIN bill_row r ON r.source = o.source AND r.day = o.day AND r.file_id = o.file_id AND r.row_no = o.row_no
    WHERE o.source = ${source} AND o.day = ${day}::date AND (o.file_id IS NULL OR o.file_id = d.file_id)
      AND (${kind}::text IS NULL OR o.class = ${kind})
    ORDER BY o.class, o.row_no, o.subject LIMIT ${limit}`);
  return found.rows;
}
