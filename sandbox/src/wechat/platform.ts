/**
 * State of the sandbox WeChat: issued tokens and tickets, whether they are still valid, and request
 * counts.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";

/** Lifetime of WeChat's tokens and tickets, in seconds. */
export const LIFETIME_SECONDS = 7_200;
/**
 * A replaced token stays valid this long; a stable token is replaced this long before it expires.
 */
const GRACE_MS = 300_000;

/** Instants in milliseconds since 1970. */
export type Credential = { value: string; kind: Kind; until: number; replacedAt?: number };
export type Kind = "token" | "stableToken" | "ticket";
export type Calls = Record<Kind, number>;
export type TokenState = "good" | "unknown" | "replaced" | "expired";

/** Faults of the sandbox WeChat. */
export type WechatFaults = {
  /** Returned for every call; 0 means normal operation. */
  errcode: number;
  /** Delay of every answer, in ms. */
  slowMs: number;
  /** HTTP status of every answer; WeChat itself answers nearly everything with 200. */
  status: number;
};
export const noWechatFaults: WechatFaults = { errcode: 0, slowMs: 0, status: 200 };

export type WechatParts = {
  account: { appId: string; secret: string };
  issued: Journal<Credential>;
  faults: Journal<WechatFaults>;
  clock: Clock;
};

/** What a page in WeChat's browser submits to be authorised. */
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
    /** Issues a new token; the previous one stays valid for five more minutes. */
    token: () => issue("token", GRACE_MS),
    /**
     * Returns the current token until shortly before it expires; when forced, issues a new one and
     * ends the old one at once.
     */
    stableToken(isForced: boolean): Credential {
      const known = newest("stableToken");
      if (!isForced && known && known.until - nowMs() > GRACE_MS) return known;
      return issue("stableToken", isForced ? 0 : GRACE_MS);
    },
    /** Returns the current ticket until it expires. */
    ticket(): Credential {
      const known = newest("ticket");
      return known && known.until > nowMs() ? known : issue("ticket", GRACE_MS);
    },
    /** Expires the valid credentials of this kind, as when an operator resets the secret. */
    expire(kind: Kind): void {
      for (const one of issued.values()) {
        if (one.kind === kind) issued.put(one.value, { ...one, until: nowMs() });
      }
    },
    /**
     * Returns the result of WeChat's browser for a page's signature: "ok", or WeChat's error text.
     */
    verifyPage({ url, timestamp, nonceStr, signature }: PageClaim, appId: string): string {
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
