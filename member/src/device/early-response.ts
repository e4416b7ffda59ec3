/**
 * Takes over the response that the inline script in the page's head requested before any other
 * script had loaded.
 */
import { attempt } from "./attempt.ts";

type Early = { readonly address: string; readonly answer: Promise<Response> };
declare global {
  interface Window {
    /** Set by the inline script of index.html. */
    early?: Early | undefined;
  }
}

const STORAGE_KEY = "early-addresses";
const isOk = (response: Response): Response => {
  if (!response.ok) throw new Error("the early response is an error");
  return response;
};

/**
 * Returns the response to this address if the head requested it; only once, and undefined for every
 * other address.
 */
export function takeEarlyResponse(address: string): Promise<Response> | undefined {
  const { early } = window;
  if (early?.address !== address) return undefined;
  window.early = undefined;
  return early.answer.then(isOk);
}

/**
 * Stores the address that the head requests the next time this page is opened first. One address a
 * page.
 */
export function storeEarlyUrl(pagePath: string, address: string): void {
  attempt(() => {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    const known = typeof stored === "object" ? stored : {};
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...known, [pagePath]: address }));
  });
}

/** Removes the stored addresses, because they may reveal what a member viewed. */
export function clearEarlyUrls(): void {
  attempt(() => localStorage.removeItem(STORAGE_KEY));
}
