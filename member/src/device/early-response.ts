/**
 * Takes over the answer that the page's head began to fetch before any script of ours was there.
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
  if (!response.ok) throw new Error("the early answer is not good enough");
  return response;
};

/**
 * The answer to this address if the head asked for it; once, and undefined for every other address.
 */
export function takeEarlyResponse(address: string): Promise<Response> | undefined {
  const { early } = window;
  if (early?.address !== address) return undefined;
  window.early = undefined;
  return early.answer.then(isOk);
}

/** Next time this page is opened first, its head begins with this address. One address a page. */
export function storeEarlyUrl(pagePath: string, address: string): void {
  attempt(() => {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    const known = typeof kept === "object" ? kept : {};
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...known, [pagePath]: address }));
  });
}

/** Forgets which addresses pages begin with: they may name what a member looked at. */
export function clearEarlyUrls(): void {
  attempt(() => localStorage.removeItem(STORAGE_KEY));
}
