/**
 * What a first visit of a member page may cost (decision 0164). `first-visit.e2e.ts` holds it, and
 * the bench of first views prints it.
 */
import { LOGOUT, type Page } from "../member/src/routes.ts";

/**
 * Files that the first view does not need: the app loads them three seconds after it has started
 * (app.tsx).
 */
export const LATER =
  /\/(?:terms-gate|background-tasks|maintenance-notice|host|beside-pages|service-worker)\.js$/;

/**
 * Uploaded pictures, as many as operators put on a page; the copies on the phone, which are shown
 * when an answer takes seconds or the page is opened again; and the number at the bell, which is read after the content.
 */
export const NOT_COUNTED =
  /^\/pictures\/|\/(?:response-cache|last-view|sealed)\.js$|^\/api\/messages\/unread$/;

/** Requests of a first visit: the page, its scripts and sheets, its data and drawings. */
export const REQUESTS_MAX = 12;

export type PageBudget = {
  /** Bytes of compressed scripts, without headers. */
  readonly scriptBytes: number;
  /** Files of scripts. */
  readonly scripts: number;
};

/** Pages for operators, who open them again and again. */
const OPERATORS: readonly string[] = [
  "/pages/exchange/generate",
  "/pages/devop/debug",
  "/pages/index/preview",
];

/**
 * Without queries, but with what the pages with queries share: an order's facts, and the copies on
 * the phone, which a logout removes; who logs out has loaded them before.
 */
const SHARING: readonly string[] = ["/pages/exchange/ordetail", LOGOUT];

/** Returns the budget of a page: one that reads by queries also loads the library for them. */
export function budgetOf({ path, queries }: Page): PageBudget {
  if (OPERATORS.includes(path)) return { scriptBytes: 118_700, scripts: 8 };
  if (queries || SHARING.includes(path)) return { scriptBytes: 117_600, scripts: 8 };
  return { scriptBytes: 90_000, scripts: 5 };
}
