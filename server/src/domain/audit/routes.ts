/** Serves the audit log to operators who may read it. */
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditEntries, verifyAudit } from "./actions.ts";

const PAGE_SIZE = 20;

/** A cursor is the last line's instant in ms and its id. */
function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [, at, callId] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (at === undefined || callId === undefined) throw new Refusal("BAD_REQUEST");
  return { at: Number(at), callId };
}

export type AuditServices = {
  readonly store: FileStore;
  readonly namesOf: NamesOf;
};

export const auditRoutes = (
  db: Db,
  { store, namesOf }: AuditServices,
): Handlers<"operatorAudit"> => ({
  list: async ({ cursor, page = 1, pageSize = PAGE_SIZE, ...filter }) => {
    const before = readCursor(cursor);
    const found = await auditEntries(db, { ...filter, before, count: pageSize + 1 });
    const nameOf = await namesOf(db, [...new Set(found.map(({ operatorId }) => operatorId))]);
    const list = found.slice(0, pageSize).map((entry) => ({
      ...entry,
      operatorName: nameOf(entry.operatorId),
    }));
    const last = list.at(-1);
    const hasMore = found.length > pageSize;
    return {
      list,
      page,
      pageSize,
      hasMore,
      ...(hasMore && last ? { nextCursor: `${last.at}.${last.entryId}` } : {}),
    };
  },
  verify: async () => {
    const { faults, keys, ...counted } = await verifyAudit(db, store);
    return { ...counted, isWhole: faults.length === 0, faults: [...faults], keys: [...keys] };
  },
});
