/** Maps operators' operations on messages to actions of the messages module. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { memberOf } from "../../platform/http/call.ts";
import type { Handlers } from "../../platform/http/handlers.ts";
import {
  announce,
  announcementsForOperators,
  listDeadSendings,
  channelStatistics,
  resend,
  withdrawAnnouncement,
} from "../messages/actions.ts";

/** `wake` wakes the outbox dispatcher after the commit. */
export const operatorMessageRoutes = (
  context: Context,
  db: Db,
  { wake }: { readonly wake: (db: Db) => Promise<void> },
): Handlers<"operatorMessages"> => ({
  announcements: () => announcementsForOperators(db),
  announce: (wanted, call) => announce(context, db, { ...wanted, actor: memberOf(call).memberId }),
  withdraw: async ({ announcementId }) => {
    await withdrawAnnouncement(context, db, announcementId);
    return {};
  },
  dead: () => listDeadSendings(db),
  resend: async (wanted) => {
    await resend(context, db, wanted);
    await wake(db);
    return {};
  },
  figures: () => channelStatistics(context, db),
});
