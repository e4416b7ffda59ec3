/** Maps the operations of copies of members' own data to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import { copiesOf, downloadCopy, linkCopy, requestCopy } from "./actions.ts";

const ofCaller = (call: Call) => ({ memberId: memberOf(call).memberId });

export const copiesRoutes = (
  context: Context,
  db: Db,
  { store }: { readonly store: Pick<FileStore, "get"> },
): Handlers<"copies"> => ({
  show: (_input, call) => copiesOf(context, db, ofCaller(call)),
  request: (_input, call) => requestCopy(context, db, { ...ofCaller(call), key: call.key }),
  link: ({ copyId, stepUp }, call) => linkCopy(context, db, { ...ofCaller(call), copyId, stepUp }),
  file: (input, call) => downloadCopy(context, db, store, { ...ofCaller(call), ...input }),
});
