/**
 * Tracks whether the network is available, the age of the cached content shown, and how to retry.
 */
import { isServer } from "./platform.ts";

/** Milliseconds. Limits the wait for a network that appears connected but does not respond. */
const RETRY_MAX_MS = 8_000;

/** `slow`: a read takes so long that cached content is shown meanwhile. */
export type Network = "there" | "slow" | "away";
export type NetworkState = {
  readonly network: Network;
  /** When the oldest shown content was read, in ms; undefined when no cached content is shown. */
  readonly contentReadAt: number | undefined;
};

let network: Network = !isServer && navigator.onLine === false ? "away" : "there";
const instants = new Map<string, number>();
const reads = new Set<() => unknown>();
const listeners = new Set<() => void>();
const stateNow = (): NetworkState => ({
  network,
  contentReadAt: instants.size === 0 ? undefined : Math.min(...instants.values()),
});
let state = stateNow();

function change(now: Network): void {
  network = now;
  const next = stateNow();
  if (next.network === state.network && next.contentReadAt === state.contentReadAt) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Returns the current state; the same object until it changes. */
export const networkState = (): NetworkState => state;

export function onNetworkStateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const refetchAll = (): Promise<unknown> =>
  Promise.allSettled([...reads].map((read) => Promise.resolve(read())));

/** Called when the server responded with any status. Failed reads are repeated. */
export function markReachable(): void {
  if (network === "there") return;
  change("there");
  void refetchAll();
}

/** Called when a read found no network. */
export const markUnreachable = (): void => change("away");

/** Called when a read is slow and cached content is shown. */
export function markSlow(): void {
  if (network === "there") change("slow");
}

/**
 * Records that `source` shows content read at `at` (ms); undefined when it shows no cached content.
 */
export function setContentReadAt(source: string, at: number | undefined): void {
  if (at === undefined) instants.delete(source);
  else instants.set(source, at);
  change(network);
}

/** Registers how to refetch what a page shows; returns a function that unregisters it. */
export function onReconnect(read: () => unknown): () => void {
  reads.add(read);
  return () => {
    reads.delete(read);
  };
}

/** Checks whether the server can be reached, and refetches when it can. Never rejects. */
export async function retryConnection(): Promise<void> {
  const signal = AbortSignal.timeout(RETRY_MAX_MS);
  const isThere = await fetch("/version", { cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
  if (isThere) markReachable();
}

const back = () => void retryConnection();

/**
 * Follows the browser's online and offline events: `away` at once, `there` only when the server
 * responds. The listeners are shared by all callers, so stopping them stops them for all.
 */
export function monitorNetwork(): () => void {
  if (navigator.onLine === false) markUnreachable();
  addEventListener("offline", markUnreachable);
  addEventListener("online", back);
  return () => {
    removeEventListener("offline", markUnreachable);
    removeEventListener("online", back);
  };
}
