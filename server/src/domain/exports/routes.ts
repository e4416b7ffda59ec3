/** Maps the operations on exports to their actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import type { NamesOf } from "../../platform/person-names.ts";
import {
  beginExport,
  cancelExport,
  createExportLink,
  exportDetail,
  exportPage,
  openExport,
  proposeClear,
} from "./actions.ts";
import type { ExportedLists } from "./port.ts";

export type ExportRouteDeps = {
  readonly lists: ExportedLists;
  readonly store: FileStore;
  readonly namesOf: NamesOf;
  /** Wakes the outbox dispatcher after the commit. */
  readonly wake: (db: Db) => Promise<void>;
};

export function operatorExportRoutes(
  context: Context,
  db: Db,
  { lists, store, namesOf, wake }: ExportRouteDeps,
): Handlers<"operatorExports"> {
  const kindDeps = { context, db, lists };
  const deps = { namesOf };
  return {
    list: (input, call) => exportPage(context, db, deps, { ...input, caller: memberOf(call) }),
    create: async (wanted, call) => {
      const caller = memberOf(call);
      const by = { caller, key: call.key };
      const exportId = await beginExport(context, db, kindDeps, { ...wanted, ...by });
      await wake(db);
      return exportDetail(context, db, deps, { exportId, caller });
    },
    proposeClear: async (wanted, call) => {
      const by = { caller: memberOf(call), key: call.key };
      return { approvalId: await proposeClear(context, db, kindDeps, { ...wanted, ...by }) };
    },
    detail: ({ exportId }, call) =>
      exportDetail(context, db, deps, { exportId, caller: memberOf(call) }),
    cancel: ({ exportId }, call) =>
      cancelExport(context, db, deps, { exportId, caller: memberOf(call) }),
    link: ({ exportId }, call) =>
      createExportLink(context, db, { exportId, caller: memberOf(call) }),
    file: ({ exportId, secret }, call) =>
      openExport(context, db, store, { exportId, secret, caller: memberOf(call) }),
  };
}
