/** Finds the session of a token, and the stored result of an earlier request when a key is sent. */
import { requestHash } from "../../../platform/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { callSession, type FoundSession, type Intent, type StoredResult } from "../store.ts";

export type Holder = {
  readonly session: string;
  /** Set when a login was sent. From then on the session belongs to that member. */
  readonly memberId: string | undefined;
};
export type RunningSession = Extract<FoundSession, { outcome: "open" }>;

/**
 * Returns the running session. Refuses SESSION_OVER in the same way for unknown, ended and other
 * members' sessions.
 */
export async function requireRunningSession(
  context: Context,
  db: Db,
  holder: Holder,
): Promise<RunningSession> {
  const found = await callSession(db, {
    sessionHash: hashToken(holder.session),
    holderId: holder.memberId,
    intent: undefined,
    now: context.clock.sql(),
  });
  if (found.outcome !== "open") throw new Refusal("SESSION_OVER");
  return found;
}

type KeyedRequest = { readonly route: string; readonly key: string; readonly body: unknown };
/** Returns what identifies a request by its key: the same key and body are the same request. */
export const intentOf = ({ route, key, body }: KeyedRequest): Intent => ({
  route,
  key,
  hash: requestHash(body),
});

export type SessionOrReplay = { readonly intent: Intent } & (
  | { readonly running: RunningSession; readonly storedResult?: never }
  | { readonly storedResult: StoredResult; readonly running?: never }
);

/**
 * Returns the running session, or the stored result of the same earlier request. Refuses KEY_REUSED
 * when the same key comes with another body (compared by hash), and SESSION_OVER.
 */
export async function runningSessionOrReplay(
  context: Context,
  db: Db,
  holder: Holder,
  request: KeyedRequest,
): Promise<SessionOrReplay> {
  const intent = intentOf(request);
  const found = await callSession(db, {
    sessionHash: hashToken(holder.session),
    holderId: holder.memberId,
    intent,
    now: context.clock.sql(),
  });
  switch (found.outcome) {
    case "open":
      return { intent, running: found };
    case "replay":
      return { intent, storedResult: found.result };
    case "reused":
      throw new Refusal("KEY_REUSED");
    case "over":
      throw new Refusal("SESSION_OVER");
  }
}
