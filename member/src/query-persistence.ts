/**
 * Keeps what the queries read and paints it when the network is away: reads only, of an allow-list,
 * and of the member who is logged in.
 */
import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiFailure, NETWORK } from "./device/failure.ts";
import { markSlow, onReconnect, networkState, setContentReadAt } from "./device/network-state.ts";
import { identityOf, onTokenChange, storedToken } from "./device/token.ts";

/** Operations whose answers may lie on the phone: no secrets, nothing that is paid or ordered by. */
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
/** Of an endless list the first pages are kept. */
const PAGES_MAX = 2;
/** Keeping waits until nobody waits for it. */
const PERSIST_DELAY_MS = 1_000;
/** A read that lasts longer is bridged by what was read before. */
const SLOW_READ_MS = 3_000;
/** The one name under which the queries say how old their content is. */
const SOURCE = "queries";

type AnyQuery = Query<unknown, unknown, unknown>;

const loadResponseCache = () => import("./device/response-cache.ts");
const owner = (): string | null => identityOf(storedToken()).uid;

/** Searches are typed again; all else of the list may be kept. */
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

/** True for a failure that says nothing but that there is no network. */
export const isNetworkFailure = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === NETWORK;

/** Starts keeping and painting for a client, for as long as the app runs. */
export function persistQueries(client: QueryClient): void {
  const cache = client.getQueryCache();
  let reader = owner();

  /** Shows what was kept, unless there is something newer; true when it does. */
  async function paint(query: AnyQuery): Promise<boolean> {
    const uid = owner();
    if (uid === null || !isPersisted(query)) return false;
    const kept = (await loadResponseCache()).cachedResponse(uid, query.queryHash);
    // The network may have been faster, or the member gone.
    if (!kept || query.state.data !== undefined || owner() !== uid) return false;
    client.setQueryData(query.queryKey, kept.data, { updatedAt: kept.at });
    return true;
  }

  /** A network that swallows everything is not waited for until the time-out. */
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
      if (owner() === uid)
        void loadResponseCache().then(({ cacheResponse: keepAnswer }) =>
          keepAnswer(uid, queryHash, answer),
        );
    }, PERSIST_DELAY_MS);
  }

  /** How old the oldest content is that a page in sight shows. */
  function tellAge(): void {
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
    tellAge();
  });
  onReconnect(() =>
    client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false }),
  );

  // What one member read is nobody else's.
  const settle = () => {
    const uid = owner();
    if (uid !== reader) client.clear();
    reader = uid;
    void loadResponseCache().then(({ clearOtherOwners: settleOwner }) => settleOwner(uid));
  };
  onTokenChange(settle);
  setTimeout(settle, PERSIST_DELAY_MS);
}
