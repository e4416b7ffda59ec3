/**
 * Reads events that were archived: a page that shows the history of something reads the files that
 * hold a part of it, and shows their events like those in the database.
 */
import { type SQL, sql } from "drizzle-orm";
import { readArchiveLines } from "./archive.ts";
import type { Context } from "./context.ts";
import type { Db } from "./database/pool.ts";
import { epochMsSql } from "./database/sql.ts";
import type { FileStore } from "./files/port.ts";

/** Instants in ms: the newest archived event, and when the last of them was archived. */
export type ArchivedHistory = {
  readonly until: number;
  readonly archivedAt: number;
  /** Whether all files could be read, so that the events are complete. */
  readonly isReadable: boolean;
};

export type ArchivedEvents = {
  /** The rows of table `event` as JSON texts, in no order. */
  readonly lines: readonly string[];
  /** Absent when nothing is archived. */
  readonly history?: ArchivedHistory;
};

/** A file with events of the wanted things; `things` are `member:entity`. */
type Part = {
  readonly id: string;
  readonly hash: string;
  readonly things: readonly string[];
  readonly until: number;
  readonly archivedAt: number;
};

type EventKey = { readonly member_id: string; readonly entity_id: string };

/** Returns the file's lines of these things; undefined when it cannot be read as it was written. */
async function linesOf(
  { log }: Context,
  store: FileStore,
  { id, hash, things }: Part,
): Promise<readonly string[] | undefined> {
  const [read] = await Promise.allSettled([readArchiveLines(store, { source: "event", id, hash })]);
  const found = read?.status === "fulfilled" ? read.value : "unreadable";
  if (typeof found === "string") {
    log.error({ archive: id, found }, "an archive of events cannot be read");
    return undefined;
  }
  const wanted = new Set(things);
  const ids = things.map((thing) => thing.slice(thing.indexOf(":") + 1));
  return found.filter((line) => {
    // Most lines belong to others: parsing is left to those that contain an id.
    if (!ids.some((one) => line.includes(one))) return false;
    const { member_id: member, entity_id: entity }: EventKey = JSON.parse(line);
    return wanted.has(`${member}:${entity}`);
  });
}

/**
 * Reads the archived events of some things; `things` is a condition on `event_archive a`. A file
 * that cannot be read is left out, logged, and said in `isReadable`.
 */
export async function readArchivedEvents(
  context: Context,
  db: Db,
  { store, things }: { readonly store: FileStore; readonly things: SQL },
): Promise<ArchivedEvents> {
  const { rows: parts } = await db.execute<Part>(sql`
    SELECT f.id, encode(f.hash, 'hex') AS hash, array_agg(a.member_id || ':' || a.entity_id) AS things,
           ${sql.raw(epochMsSql("max(a.to_at)"))} AS until,
           ${sql.raw(epochMsSql("max(a.archived_at)"))} AS "archivedAt"
    FROM event_archive a JOIN archive_file f ON f.id = a.archive_id
    WHERE ${things} GROUP BY f.id, f.hash`);
  if (parts.length === 0) return { lines: [] };
  const lines: string[] = [];
  let isReadable = true;
  for (const part of parts) {
    const found = await linesOf(context, store, part);
    lines.push(...(found ?? []));
    isReadable &&= found !== undefined;
  }
  const until = Math.max(...parts.map((part) => part.until));
  const archivedAt = Math.max(...parts.map((part) => part.archivedAt));
  return { lines, history: { until, archivedAt, isReadable } };
}

/** SQL: archived events as rows of table `event`. */
export const archivedEventRows = ({ lines }: ArchivedEvents): SQL =>
  sql`SELECT * FROM json_populate_recordset(NULL::event, ${`[${lines.join(",")}]`}::json)`;
