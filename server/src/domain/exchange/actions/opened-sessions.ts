/**
 * The sessions that members have just opened in this process. To redeem one of them takes no
 * statement that finds it (decision 0270).
 */
import type { HeldTarget } from "../store.ts";
import type { SessionToRedeem } from "./create-order.ts";
import type { Holder } from "./find-session.ts";

/** Sessions that are kept at most, some 0.5 kB each; the oldest goes first. */
const MAX_KEPT = 10_000;
/** Of these nothing but the redemption itself decides, so that a repeated request is answered as before. */
const KEPT_TARGETS: ReadonlySet<string> = new Set(["points", "coupon", "level"]);

export type OpenedSession = SessionToRedeem & {
  readonly target: HeldTarget;
  readonly last4: string;
};
export type OpenedSessions = {
  /** Keeps the session of a token if it is of a kind that is kept. */
  keep(token: string, session: OpenedSession): void;
  /** Returns the session that this member opened, once. */
  take(holder: Holder): OpenedSession | undefined;
};

export function createOpenedSessions(): OpenedSessions {
  const kept = new Map<string, OpenedSession>();
  return {
    keep(token, session) {
      const { target, usesLeft } = session.target;
      // The look-up of a multi-use code also counts what its member has left.
      if (!KEPT_TARGETS.has(target) || usesLeft !== undefined) return;
      kept.set(token, session);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
    take({ session: token, memberId }) {
      const session = kept.get(token);
      if (session === undefined || session.owner !== memberId) return undefined;
      kept.delete(token);
      return session;
    },
  };
}
