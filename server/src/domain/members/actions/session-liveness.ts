/** Checks whether a session is still valid, for connections that outlast a request. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { MAY_LOG_IN } from "../model.ts";
import { endedSessions, liveSession } from "../store/sessions.ts";

/** Returns false when the session has ended, or its member may no longer be logged in. */
export async function isSessionLive(
  context: Context,
  db: Db,
  session: { readonly memberId: string; readonly sessionId: string },
): Promise<boolean> {
  const now = context.clock.sql();
  const live = await liveSession(db, { ...session, audience: "member", now });
  return live !== undefined && MAY_LOG_IN.has(live.status);
}

/** Returns the ids of these sessions that are no longer valid. */
export const filterEndedSessions = (
  context: Context,
  db: Db,
  sessions: readonly { readonly memberId: string; readonly sessionId: string }[],
): Promise<string[]> => endedSessions(db, sessions, context.clock.sql());
