/**
 * Stores query results on the device and shows them when the network is unavailable: only reads of
 * an allow-list, and only of the logged-in member.
 */
import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiFailure, NETWORK } from "./device/failure.ts";
import { markSlow, onReconnect, networkState, setContentReadAt } from "./device/network-state.ts";
import { identityOf, onTokenChange, storedToken } from "./device/token.ts";

/**
 * Operations whose responses may be stored on the phone: no secrets, and nothing on which a payment
 * or an order is based.
 */
const PERSISTED_OPERATIONS: ReadonlySet<unknown> = new Set([
  "home.page",
  "home.benefits",
  "member.me",
  "orders.summary",
  "orders.list",
  "orders.detail",
  "coupons.list",
  "points.summary",
  "points.records",
  "points.benefits",
  "levels.summary",
]);
/** Only the first pages of an infinite list are stored. */
const PAGES_MAX = 2;
/** Milliseconds. Delays the write so that it does not slow down the page. */
const PERSIST_DELAY_MS = 1_000;
/** Milliseconds after which a slow read shows the stored response meanwhile. */
const SLOW_READ_MS = 3_000;
/** The source name under which queries report the age of their content. */
const SOURCE = "queries";

type AnyQuery = Query<unknown, unknown, unknown>;

const loadResponseCache = () => import("./device/response-cache.ts");
const owner = (): string | null => identityOf(storedToken()).uid;

/** True for operations of the allow-list except searches, which are easily typed again. */
function isPersisted({ queryKey: [topic, operation, input] }: AnyQuery): boolean {
  const isSearch = typeof input === "object" && input !== null && "keyword" in input;
  return PERSISTED_OPERATIONS.has(`${topic}.${operation}`) && !isSearch;
}

type Pages = { readonly pages: readonly unknown[]; readonly pageParams: readonly unknown[] };
const isPaged = (data: unknown): data is Pages =>
  typeof data === "object" && data !== null && "pages" in data && "pageParams" in data;

const bounded = (data: unknown): unknown =>
  isPaged(data)
    ? {
        pages: data.pages.slice(0, PAGES_MAX),
        pageParams: data.pageParams.slice(0, PAGES_MAX),
      }
    : data;

/** True for a failure that only means that there is no network. */
export const isNetworkFailure = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === NETWORK;

/**
 * Removes all that the member before has read. What a page shows or is about to show is read again
 * for the next member: a query that is only removed would stay without an answer.
 */
function forgetReader(client: QueryClient, uid: string | null): void {
  if (uid === null) return client.clear();
  client.getMutationCache().clear();
  client.removeQueries({ type: "inactive" });
  void client.resetQueries();
}

/** Starts storing and restoring results of a client, for as long as the app runs. */
export function persistQueries(client: QueryClient): void {
  const cache = client.getQueryCache();
  let reader = owner();

  /** Shows the stored response unless newer data exists; resolves with true when it was shown. */
  async function paint(query: AnyQuery): Promise<boolean> {
    const uid = owner();
    if (uid === null || !isPersisted(query)) return false;
    const cached = await (await loadResponseCache()).cachedResponse(uid, query.queryHash);
    // Meanwhile the network may have responded, or the member may have logged out.
    if (!cached || query.state.data !== undefined || owner() !== uid) return false;
    client.setQueryData(query.queryKey, cached.data, { updatedAt: cached.at });
    return true;
  }

  /**
   * Shows stored data after a while, instead of waiting for the timeout of a network that does not
   * respond.
   */
  function bridge(query: AnyQuery): void {
    const isWaiting = () =>
      query.state.fetchStatus === "fetching" && query.state.data === undefined;
    setTimeout(() => {
      if (isWaiting()) void paint(query).then((isShown) => isShown && markSlow());
    }, SLOW_READ_MS);
  }

  function keep(query: AnyQuery): void {
    const uid = owner();
    if (uid === null || !isPersisted(query)) return;
    const { queryHash, state } = query;
    const answer = { at: state.dataUpdatedAt, data: bounded(state.data) };
    setTimeout(() => {
      if (owner() !== uid) return;
      void loadResponseCache().then(({ cacheResponse }) => {
        // While the code was loading, the member may have logged out.
        if (owner() === uid) void cacheResponse(uid, queryHash, answer);
      });
    }, PERSIST_DELAY_MS);
  }

  /** Reports the age of the oldest content that a visible page shows. */
  function showDataAge(): void {
    const shown = cache.findAll({ type: "active" }).filter(({ state }) => state.data !== undefined);
    const instants = shown.map(({ state }) => state.dataUpdatedAt);
    setContentReadAt(SOURCE, instants.length === 0 ? undefined : Math.min(...instants));
  }

  cache.subscribe((event) => {
    const { query } = event;
    const isEmpty = query.state.data === undefined;
    if (event.type === "added" && networkState().network === "away") void paint(query);
    if (event.type === "updated") {
      const { action } = event;
      if (action.type === "success" && action.manual !== true) keep(query);
      if (action.type === "fetch" && isEmpty) bridge(query);
      const hasFailed = action.type === "failed" || action.type === "error";
      if (hasFailed && isEmpty && isNetworkFailure(action.error)) void paint(query);
    }
    showDataAge();
  });
  onReconnect(() =>
    client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false }),
  );

  // Data read by one member must not be shown to another.
  const settle = () => {
    const uid = owner();
    if (uid !== reader) {
      forgetReader(client, uid);
      void import("./device/last-views.ts").then(({ removeLastViews }) => removeLastViews());
    }
    reader = uid;
    void loadResponseCache().then(({ clearOtherOwners, removeUnsealedCopies }) => {
      removeUnsealedCopies();
      clearOtherOwners(uid);
    });
  };
  onTokenChange(settle);
  setTimeout(settle, PERSIST_DELAY_MS);
}
