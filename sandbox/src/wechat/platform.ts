/** The pretend WeChat's memory: which tokens and tickets it issued, which still count, and who asked. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";

/** How long WeChat's tokens and tickets live. */
export const LIFETIME_SECONDS = 7_200;
/** For this long a replaced token still counts; and this long before its end a stable one is replaced. */
const GRACE_MS = 300_000;

/** Instants in milliseconds since 1970. */
export type Credential = { value: string; kind: Kind; until: number; replacedAt?: number };
export type Kind = "token" | "stableToken" | "ticket";
export type Calls = Record<Kind, number>;
export type TokenState = "good" | "unknown" | "replaced" | "expired";

/** How the pretend WeChat misbehaves. */
export type WechatFaults = {
  /** Answered to every call in place of what was asked; 0 answers properly. */
  errcode: number;
  /** Every answer comes this much later. */
  slowMs: number;
  /** The HTTP status of every answer; WeChat itself says 200 to nearly everything. */
  status: number;
};
export const noWechatFaults: WechatFaults = { errcode: 0, slowMs: 0, status: 200 };

export type WechatParts = {
  account: { appId: string; secret: string };
  issued: Journal<Credential>;
  faults: Journal<WechatFaults>;
  clock: Clock;
};

/** What a page in WeChat's browser hands over to be let in. */
export type PageClaim = { url: string; timestamp: string; nonceStr: string; signature: string };

export function createWechat({ account, issued, faults, clock }: WechatParts) {
  const calls: Calls = { token: 0, stableToken: 0, ticket: 0 };
  const nowMs = () => clock.now().getTime();
  const newest = (kind: Kind) =>
    issued.values().findLast((one) => one.kind === kind && one.replacedAt === undefined);

  function issue(kind: Kind, graceMs: number): Credential {
    const old = newest(kind);
    if (old) issued.put(old.value, { ...old, replacedAt: nowMs() + graceMs });
    const value = randomBytes(66).toString("base64url");
    const made = { value, kind, until: nowMs() + LIFETIME_SECONDS * 1_000 };
    issued.put(value, made);
    return made;
  }

  const stateOf = (value: string): TokenState => {
    const token = issued.get(value);
    if (!token || token.kind === "ticket") return "unknown";
    if (token.until <= nowMs()) return "expired";
    return (token.replacedAt ?? Infinity) <= nowMs() ? "replaced" : "good";
  };

  return {
    account,
    calls,
    stateOf,
    faults: () => faults.get("all") ?? noWechatFaults,
    setFaults(wanted: Partial<WechatFaults>): WechatFaults {
      const next = { ...noWechatFaults, ...wanted };
      faults.put("all", next);
      return next;
    },
    secondsLeft: ({ until }: Credential) => Math.max(0, Math.ceil((until - nowMs()) / 1_000)),
    /** Each call makes a new one; the one before counts for five minutes more. */
    token: () => issue("token", GRACE_MS),
    /** The same one until shortly before its end; forced, a new one, and the old ends at once. */
    stableToken(isForced: boolean): Credential {
      const known = newest("stableToken");
      if (!isForced && known && known.until - nowMs() > GRACE_MS) return known;
      return issue("stableToken", isForced ? 0 : GRACE_MS);
    },
    /** The same one while it lives. */
    ticket(): Credential {
      const known = newest("ticket");
      return known && known.until > nowMs() ? known : issue("ticket", GRACE_MS);
    },
    /** Ends what is in force, as an operator who resets the secret does. */
    expire(kind: Kind): void {
      for (const one of issued.values()) {
        if (one.kind === kind) issued.put(one.value, { ...one, until: nowMs() });
      }
    },
    /** What WeChat's browser finds when a page wants to be let in, in its own words. */
    judge({ url, timestamp, nonceStr, signature }: PageClaim, appId: string): string {
      if (appId !== account.appId) return "invalid appid";
      const isGenuine = issued.values().some((one) => {
        if (one.kind !== "ticket" || one.until <= nowMs()) return false;
        const fields = { jsapi_ticket: one.value, noncestr: nonceStr, timestamp, url };
        const text = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
        return createHash("sha1").update(text.join("&")).digest("hex") === signature;
      });
      return isGenuine ? "ok" : "invalid signature";
    },
  };
}
export type Wechat = ReturnType<typeof createWechat>;
