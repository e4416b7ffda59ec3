/** Issues a new access token for a live session in exchange for a token that is still valid. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { MAY_LOG_IN } from "../model.ts";
import { deviceOfSession, liveSession } from "../store/sessions.ts";
import { signToken } from "../tokens.ts";

/**
 * Returns undefined when the session has ended or was opened on another device. `tokenExpired` in
 * ms.
 */
export async function renewToken(
  context: Context,
  db: Db,
  { memberId, sessionId, device }: Record<"memberId" | "sessionId" | "device", string>,
): Promise<{ token: string; tokenExpired: number } | undefined> {
  if ((await deviceOfSession(db, { memberId, sessionId })) !== device) return undefined;
  const session = { memberId, sessionId, audience: "member", now: context.clock.sql() } as const;
  const live = await liveSession(db, session);
  if (!live || !MAY_LOG_IN.has(live.status)) return undefined;
  const { session_version: sessionVersion, roles, permissions } = live;
  return signToken(context, "member", {
    memberId,
    sessionId,
    sessionVersion,
    roles,
    permissions,
  });
}
