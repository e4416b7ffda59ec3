/** Serves the audit log to operators who may read it. */
import { cursorOf, readUuidCursor } from "../../platform/database/keyset.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import { auditEntries, verifyAudit } from "./actions.ts";

const PAGE_SIZE = 20;

export type AuditServices = {
  readonly store: FileStore;
  readonly namesOf: NamesOf;
};

export const auditRoutes = (
  db: Db,
  { store, namesOf }: AuditServices,
): Handlers<"operatorAudit"> => ({
  list: async ({ cursor, page = 1, pageSize = PAGE_SIZE, ...filter }) => {
    const before = readUuidCursor(cursor);
    const found = await auditEntries(db, { ...filter, before, count: pageSize + 1 });
    const nameOf = await namesOf(db, [...new Set(found.map(({ operatorId }) => operatorId))]);
    const shown = found.slice(0, pageSize);
    const list = shown.map(({ micros: _, ...entry }) => ({
      ...entry,
      operatorName: nameOf(entry.operatorId),
    }));
    const last = shown.at(-1);
    const hasMore = found.length > pageSize;
    return {
      list,
      page,
      pageSize,
      hasMore,
      ...(hasMore && last
        ? { nextCursor: cursorOf({ micros: last.micros, id: last.entryId }) }
        : {}),
    };
  },
  verify: async () => {
    const { faults, keys, ...counted } = await verifyAudit(db, store);
    return { ...counted, isWhole: faults.length === 0, faults: [...faults], keys: [...keys] };
  },
});
