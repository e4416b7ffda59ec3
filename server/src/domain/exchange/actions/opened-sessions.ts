/**
 * The sessions that members have just opened in this process. To redeem one of them takes no
 * statement that finds it (decision 0270).
 */
import type { Clock } from "../../../platform/clock.ts";
import type { HeldTarget } from "../store.ts";
import type { SessionToRedeem } from "./create-order.ts";
import type { Holder } from "./find-session.ts";
import { hasPlainTarget, type PlainCode } from "./grants.ts";

/** Sessions that are kept at most, some 0.5 kB each; the oldest goes first. */
const MAX_KEPT = 10_000;

/** A session whose target's grant nothing decides but the redemption, so that a repeated request is answered as before. */
export type OpenedSession = SessionToRedeem & PlainCode;
type Opened = SessionToRedeem & {
  readonly target: HeldTarget;
  readonly last4: string;
  /** The end of its lease, in ms since 1970. */
  readonly expiresAt: number;
};
export type OpenedSessions = {
  /** Keeps the session of a token if it is of a kind that is kept. */
  keep(token: string, session: Opened): void;
  /** Returns the session that this member opened, once. */
  take(holder: Holder): OpenedSession | undefined;
};

export function createOpenedSessions(clock: Clock): OpenedSessions {
  // The oldest first, so its lease ends first.
  const kept = new Map<string, Opened & PlainCode>();
  const removeEnded = () => {
    for (const [token, { expiresAt }] of kept) {
      if (kept.size <= MAX_KEPT && expiresAt > clock.now().getTime()) return;
      kept.delete(token);
    }
  };
  return {
    keep(token, session) {
      // The look-up of a multi-use code also counts what its member has left.
      if (!hasPlainTarget(session) || session.target.usesLeft !== undefined) return;
      kept.set(token, session);
      removeEnded();
    },
    take({ session: token, memberId }) {
      const session = kept.get(token);
      if (session === undefined || session.owner !== memberId) return undefined;
      kept.delete(token);
      return session;
    },
  };
}
