/** Runs one query for one caller after checking the caller's permission. */
import type { SQL } from "drizzle-orm";
import type { Condition } from "./condition.ts";
import type { DatabaseParts, Row, Source, CollectionWrites } from "./collection.ts";
import { countSql, pageSql } from "./compile.ts";
import { permissionFault, LoginNeeded } from "./fault.ts";
import type { Query } from "./query.ts";
import { selectPage, filterAndSort } from "./filter.ts";

type Found = { readonly page: Row[]; readonly total: number };
type Wanted = { readonly page: boolean; readonly total: boolean };

/** Throws LoginNeeded when the rows belong to members and the caller is anonymous. */
function requireMember(memberId: string | undefined): string {
  if (memberId === undefined) throw new LoginNeeded();
  return memberId;
}

async function findInDatabase(
  { db }: DatabaseParts,
  query: Query,
  rows: SQL,
  wanted: Wanted,
): Promise<Found> {
  const page = wanted.page
    ? await db.execute<Record<string, unknown>>(pageSql(query, rows))
    : undefined;
  const counted = wanted.total
    ? await db.execute<{ total: number }>(countSql(query, rows))
    : undefined;
  return { page: page?.rows ?? [], total: counted?.rows[0]?.total ?? 0 };
}

async function find(
  parts: DatabaseParts,
  query: Query,
  memberId: string | undefined,
  wanted: Wanted,
): Promise<Found> {
  const source: Source = query.collection.source;
  if (source.kind === "own rows") {
    const rows = await source.rows(parts, requireMember(memberId));
    return findInDatabase(parts, query, rows, wanted);
  }
  const all =
    source.kind === "shared" ? source.list(parts) : source.list(parts, requireMember(memberId));
  const rows = filterAndSort(query, await all);
  return { page: selectPage(query, rows), total: rows.length };
}

/** Returns whether a condition excludes any row. */
function isRestrictive(condition: Condition): boolean {
  if ("field" in condition) return true;
  return "all" in condition
    ? condition.all.some(isRestrictive)
    : condition.any.every(isRestrictive);
}

/** Returns the ids of the caller's own rows that an update or remove command selects. */
async function matchingOwnIds(
  parts: DatabaseParts,
  query: Query,
  memberId: string,
): Promise<string[]> {
  if (!query.condition || !isRestrictive(query.condition))
    throw permissionFault("不带条件的 update 和 remove 不被允许");
  const { page } = await find(parts, query, memberId, { page: true, total: false });
  return page.map(({ _id }) => String(_id));
}

type WritingQuery = Extract<Query, { readonly verb: "add" | "update" | "remove" }>;

async function write(
  parts: DatabaseParts,
  query: WritingQuery,
  memberId: string,
  writing: CollectionWrites,
): Promise<object> {
  switch (query.verb) {
    case "add": {
      const id = await writing.add(parts, memberId, query.row);
      return { id, inserted: 1 };
    }
    case "update": {
      const ids = await matchingOwnIds(parts, query, memberId);
      for (const id of ids) await writing.update(parts, memberId, { id, changes: query.changes });
      return { updated: ids.length };
    }
    case "remove": {
      const ids = await matchingOwnIds(parts, query, memberId);
      for (const id of ids) await writing.remove(parts, memberId, id);
      return { deleted: ids.length };
    }
  }
}

/**
 * Returns the body of the answer. Throws LoginNeeded, PERMISSION_ERROR, and the refusals of the
 * domain action when something is written.
 */
export async function runQuery(
  parts: DatabaseParts,
  query: Query,
  memberId: string | undefined,
): Promise<object> {
  if (query.verb === "get") {
    const { isOne, isCounted } = query;
    const limited = isOne ? { ...query, limit: 1 } : query;
    const found = await find(parts, limited, memberId, { page: true, total: isCounted });
    return {
      data: isOne ? (found.page[0] ?? null) : found.page,
      ...(isCounted ? { count: found.total } : {}),
    };
  }
  if (query.verb === "count") {
    const { total } = await find(parts, query, memberId, { page: false, total: true });
    return { total };
  }
  const { writes } = query.collection;
  if (!writes) throw permissionFault("这个集合不能写入");
  return write(parts, query, requireMember(memberId), writes);
}
