/** Route of the push topic: issues tickets. */
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import { memberOf } from "../http/call.ts";
import type { Handlers } from "../http/handlers.ts";
import { Refusal } from "../refusal.ts";
import type { SocketFunctions } from "./websocket.ts";
import { issueTicket } from "./tickets.ts";

export const pushRoutes = (
  context: Context,
  db: Db,
  { functions }: { readonly functions: SocketFunctions },
): Handlers<"push"> => ({
  ticket: async ({ name }, call) => {
    if (!functions.has(name)) throw new Refusal("NOT_FOUND");
    const { memberId, sessionId } = memberOf(call);
    return issueTicket(context, db, { memberId, sessionId, name });
  },
});
