/** The operator's access token in this browser; every tab of the console shares it. */

const TOKEN = "console-token";
const EXPIRY = "console-token-expiry";
const listeners = new Set<() => void>();

export const storedToken = (): string => localStorage.getItem(TOKEN) ?? "";

/** Returns true when there is a token and its time is not over. */
export const isTokenValid = (now = Date.now()): boolean =>
  storedToken() !== "" && Number(localStorage.getItem(EXPIRY)) > now;

const tell = (): void => listeners.forEach((listener) => listener());

/** Stores the token of a login or a refresh; `tokenExpired` in ms since 1970. */
export function saveToken(grant: { readonly token: string; readonly tokenExpired: number }): void {
  localStorage.setItem(TOKEN, grant.token);
  localStorage.setItem(EXPIRY, String(grant.tokenExpired));
  tell();
}

/** Ends the login here; the reasons that were typed in this tab go with it. */
export function removeToken(): void {
  sessionStorage.clear();
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(EXPIRY);
  tell();
}

addEventListener("storage", ({ key }) => key === TOKEN && tell());

/** Calls back after a login or a logout in any tab; returns a function that ends it. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
