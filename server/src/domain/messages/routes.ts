/** Maps the contract operations of messages to actions. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { type Call, memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  type ConsentDeps,
  consentsView,
  hideMessages,
  storeConsent,
  pageOfMessages,
  readMessages,
  unreadSummary,
} from "./actions.ts";
import type { MessageDeps } from "./port.ts";

const memberIdOf = (call: Call): string => memberOf(call).memberId;

export const messagesRoutes = (
  context: Context,
  db: Db,
  deps: ConsentDeps & Pick<MessageDeps, "orders">,
): Handlers<"messages"> => ({
  list: (input, call) => pageOfMessages(context, db, deps.orders, memberIdOf(call), input),
  unread: (_input, call) => unreadSummary(context, db, memberIdOf(call)),
  read: (input, call) => readMessages(context, db, memberIdOf(call), input),
  hide: (input, call) => hideMessages(context, db, memberIdOf(call), input),
  consents: (_input, call) => consentsView(context, db, deps, memberIdOf(call)),
  consent: (input, call) =>
    storeConsent(context, db, deps, { ...input, memberId: memberIdOf(call) }),
});
