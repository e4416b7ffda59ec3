/** Whether a session still speaks for its member, for what stays open longer than a request. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { MAY_LOG_IN } from "../model.ts";
import { endedSessions, liveSession } from "../session-store.ts";

/** False when the session has ended, or its member may not be logged in any more. */
export async function isSessionLive(
  context: Context,
  db: Db,
  session: { readonly memberId: string; readonly sessionId: string },
): Promise<boolean> {
  const now = context.clock.sql();
  const live = await liveSession(db, { ...session, audience: "member", now });
  return live !== undefined && MAY_LOG_IN.has(live.status);
}

/** Of these sessions the ids of those that do not speak for their members any more. */
export const filterEndedSessions = (
  context: Context,
  db: Db,
  sessions: readonly { readonly memberId: string; readonly sessionId: string }[],
): Promise<string[]> => endedSessions(db, sessions, context.clock.sql());
