/**
 * The login token: stored as the real client stores it (U02), decoded, checked for validity (U03)
 * and for permissions (U04).
 */
import { attempt } from "./attempt.ts";

export const TOKEN_KEY = "uni_id_token";
export const TOKEN_EXPIRED_KEY = "uni_id_token_expired";

/** The claims of a token; `tokenExpired` in ms, 0 where there is none. */
export type Identity = {
  readonly uid: string | null;
  readonly role: readonly string[];
  readonly permission: readonly string[];
  readonly tokenExpired: number;
};
export type TokenState = "valid" | "missing" | "expired";

const ANONYMOUS: Identity = { uid: null, role: [], permission: [], tokenExpired: 0 };
const listeners = new Set<() => void>();

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/**
 * Decodes the middle part; a text that is not a token of three parts gives an anonymous identity.
 */
export function identityOf(token: string): Identity {
  const [, middle, last] = token.split(".");
  if (middle === undefined || last === undefined) return ANONYMOUS;
  const payload = attempt<unknown>(() =>
    JSON.parse(atob(middle.replaceAll("-", "+").replaceAll("_", "/"))),
  );
  if (typeof payload !== "object" || payload === null) return ANONYMOUS;
  const claims: Partial<Record<string, unknown>> = { ...payload };
  return {
    uid: typeof claims["uid"] === "string" ? claims["uid"] : null,
    role: texts(claims["role"]),
    permission: texts(claims["permission"]),
    tokenExpired: typeof claims["exp"] === "number" ? claims["exp"] * 1000 : 0,
  };
}

/** Returns the stored token; empty when there is none. */
export const storedToken = (): string => attempt(() => localStorage.getItem(TOKEN_KEY)) ?? "";

/** Returns when the stored token expires, in ms: as stored, else from the token itself. */
export function storedExpiry(): number {
  const stored = Number(attempt(() => localStorage.getItem(TOKEN_EXPIRED_KEY)) ?? "");
  return stored > 0 ? stored : identityOf(storedToken()).tokenExpired;
}

/** A token is valid while its expiry is in the future (U03). */
export function tokenState(now = Date.now()): TokenState {
  if (storedToken() === "") return "missing";
  return storedExpiry() > now ? "valid" : "expired";
}

/** Returns the spec's message for a token that is not valid (U03). */
export const tokenErrorMessage = (state: Exclude<TokenState, "valid">): string =>
  state === "missing" ? "check token failed" : "token expired";

/** Stores a token and notifies the listeners; `tokenExpired` in ms. */
export function saveToken(grant: { token: string; tokenExpired: number }): void {
  attempt(() => {
    localStorage.setItem(TOKEN_KEY, grant.token);
    localStorage.setItem(TOKEN_EXPIRED_KEY, String(grant.tokenExpired));
  });
  storeTokenCopy(grant);
  removeOthersViews(identityOf(grant.token).uid);
  for (const listener of listeners) listener();
}

/** Removes the token and its copies, and notifies the listeners. */
export function removeToken(): void {
  attempt(() => {
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(TOKEN_EXPIRED_KEY);
    localStorage.removeItem("token");
  });
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the token, also from other tabs; returns a function that unsubscribes.
 */
export function onTokenChange(listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) =>
    (event.key === TOKEN_KEY || event.key === null) && listener();
  listeners.add(listener);
  addEventListener("storage", handleStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", handleStorage);
  };
}

/** U04: the role `admin` holds every permission; other members need it listed in the token. */
export function hasPermission(permission: string, identity = identityOf(storedToken())): boolean {
  return identity.role.includes("admin") || identity.permission.includes(permission);
}

// The copy in the user store (U02) uses the compressed storage, which the first view does not load.
function storeTokenCopy(grant: { token: string; tokenExpired: number }): void {
  void import("./storage.ts").then(({ writeEntry }) => {
    if (storedToken() === grant.token) writeEntry("token", grant.token, grant.tokenExpired);
  });
}

// What was seen last is of one member. If the file does not load, the head's script still shows it to no other.
function removeOthersViews(uid: string | null): void {
  if (!attempt(() => localStorage.getItem("last-views"))) return;
  void import("./last-views.ts").then(
    (views) => views.removeOthersViews(uid),
    () => undefined,
  );
}
