/**
 * Writes an export part by part: reads 1,000 rows in pages by keyset, stores them as one file, and
 * commits the place after them. A run after a crash goes on behind the last committed part.
 */
import { setImmediate as othersTurn, setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { FileStore } from "../../../platform/files/port.ts";
import type { NamesOf } from "../../../platform/person-names.ts";
import { BYTE_ORDER_MARK, type Cell, csvLine } from "../../../platform/csv.ts";
import { kinds } from "../kinds.ts";
import { type CellPage, type KindDeps, timeOf } from "../kinds/define.ts";
import { canaryPlace, inMarkedOrder, markOf } from "../marks.ts";
import { FILE_MS, PAGE_ROWS, PART_ROWS, ROWS_MAX, type StoredExport } from "../model.ts";
import { deletePart, endExport, findExport, insertPart, keepPart } from "../store/exports.ts";

export type WriteDeps = KindDeps & { readonly store: FileStore; readonly namesOf: NamesOf };

/** Returns the store's key of a part. */
export const partKey = (exportId: string, fileId: string): string =>
  `exports/${exportId}/${fileId}.csv`;

/** The longest pause between two pages; a page on a busy machine must not add seconds. */
const PAUSE_MAX_MS = 50;

const TOO_MANY = `超过 ${ROWS_MAX.toLocaleString("en")} 行，请缩小筛选范围后重新导出`;

/** The first line: whose copy it is, of what, and when. */
export const watermarkOf = (found: StoredExport, name: string): string => {
  const { exportId, kind, filterText, createdAt } = found;
  const words = ["云鲸权益", kinds[kind].title, filterText, name, timeOf(createdAt), exportId];
  return words.join(" · ");
};

/** Returns the lines before the rows of the first part. */
async function opening({ db, namesOf }: WriteDeps, found: StoredExport, heads: CellPage["heads"]) {
  const nameOf = await namesOf(db, [found.operatorId]);
  const watermark = csvLine([watermarkOf(found, nameOf(found.operatorId))]);
  return `${BYTE_ORDER_MARK}${watermark}${csvLine(heads)}`;
}

/**
 * Reads the rows of the next part. After each page it pauses as long as the page took, so that
 * members' requests get at least half of the time of this process and of its database.
 */
async function readPart(deps: WriteDeps, found: StoredExport): Promise<CellPage> {
  const { kind, filter, operatorId, isClear } = found;
  const rows: (readonly Cell[])[] = [];
  let cursor = found.cursor ?? undefined;
  for (;;) {
    const began = performance.now();
    const request = { filter, cursor, pageSize: PAGE_ROWS, operatorId, isClear };
    const page = await kinds[kind].read(deps, request);
    for (const row of page.rows) rows.push(row);
    await pause(Math.min(performance.now() - began, PAUSE_MAX_MS));
    cursor = page.nextCursor;
    if (cursor === undefined || rows.length >= PART_ROWS)
      return { heads: page.heads, rows, nextCursor: cursor };
  }
}

type Part = { readonly bytes: Buffer; readonly canary: string | undefined };

async function encode(deps: WriteDeps, found: StoredExport, page: CellPage): Promise<Part> {
  const { exportId, kind, parts, rows: first } = found;
  const cells: (readonly Cell[])[] = kinds[kind].isOrdered
    ? [...page.rows]
    : inMarkedOrder(deps.context, exportId, { rows: page.rows, first });
  const isFirst = parts === 0;
  const canary =
    isFirst && cells.length > 0
      ? kinds[kind].canary?.(markOf(deps.context, exportId, "canary"))
      : undefined;
  if (canary) cells.splice(canaryPlace(deps.context, exportId, cells.length), 0, canary.row);
  const texts = isFirst ? [await opening(deps, found, page.heads)] : [];
  for (let at = 0; at < cells.length; at += PAGE_ROWS) {
    const lines = cells.slice(at, at + PAGE_ROWS).map(csvLine);
    texts.push(lines.join(""));
    await othersTurn();
  }
  return { bytes: Buffer.from(texts.join("")), canary: canary?.mark };
}

/** Stores a part and commits it. Returns false when another run did, or the export has ended. */
async function storePart(
  deps: WriteDeps,
  found: StoredExport,
  page: CellPage,
  { bytes, canary }: Part,
): Promise<boolean> {
  const { context, db, store } = deps;
  const { exportId, parts: part } = found;
  const fileId = context.ids.next();
  await insertPart(db, exportId, fileId);
  await store.put(partKey(exportId, fileId), bytes, "text/csv");
  const written = {
    exportId,
    fileId,
    part,
    rows: page.rows.length,
    bytes: bytes.length,
    cursor: page.nextCursor,
    canary,
    filesUntil: new Date(context.clock.now().getTime() + FILE_MS),
    now: context.clock.sql(),
  };
  if (await transaction(db, (tx) => keepPart(tx, written))) return true;
  await store.remove(partKey(exportId, fileId));
  await deletePart(db, exportId, fileId);
  return false;
}

/** Ends an export without a file; its parts are deleted by the sweeper. */
export const failExport = (
  { context }: Pick<KindDeps, "context">,
  db: Db,
  exportId: string,
  fault: string,
): Promise<boolean> =>
  endExport(db, { exportId, outcome: "failed", fault, now: context.clock.sql() });

/**
 * Writes parts until the export has ended, or until `withinMs` is over. Returns whether it has
 * ended. Throws what the list or the store throws; the next run goes on.
 */
export async function writeExport(
  deps: WriteDeps,
  exportId: string,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    const found = await findExport(deps.db, exportId);
    if (!found || found.outcome !== null) return true;
    const page = await readPart(deps, found);
    if (found.rows + page.rows.length > ROWS_MAX) {
      await failExport(deps, deps.db, exportId, TOO_MANY);
      return true;
    }
    const isKept = await storePart(deps, found, page, await encode(deps, found, page));
    if (!isKept || page.nextCursor === undefined) return true;
    if (performance.now() - began > withinMs) return false;
  }
}
