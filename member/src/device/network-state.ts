/** Knows whether the network is there, when what is shown instead was read, and how to try again. */
/** A network that only pretends to be there is not waited for. */
const RETRY_MAX_MS = 8_000;

/** `slow`: a read has lasted so long that older content is shown meanwhile. */
export type Network = "there" | "slow" | "away";
export type NetworkState = {
  readonly network: Network;
  /** When the oldest of what is shown was read, in ms; undefined when nothing older is shown. */
  readonly contentReadAt: number | undefined;
};

let network: Network = navigator.onLine === false ? "away" : "there";
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
  for (const tell of listeners) tell();
}

/** The present state; the same object until it changes. */
export const networkState = (): NetworkState => state;

export function onNetworkStateChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

const refetchAll = (): Promise<unknown> =>
  Promise.allSettled([...reads].map((read) => Promise.resolve(read())));

/** The server answered, whatever it said. What failed before is read again. */
export function markReachable(): void {
  if (network === "there") return;
  change("there");
  void refetchAll();
}

/** A read found no network. */
export const markUnreachable = (): void => change("away");

/** A read is taking long, and older content is shown. */
export function markSlow(): void {
  if (network === "there") change("slow");
}

/** `source` shows what was read at `at` (ms), or nothing old any more. */
export function setContentReadAt(source: string, at: number | undefined): void {
  if (at === undefined) instants.delete(source);
  else instants.set(source, at);
  change(network);
}

/** Says how to read anew what a page shows; answers how to stop. */
export function onReconnect(read: () => unknown): () => void {
  reads.add(read);
  return () => {
    reads.delete(read);
  };
}

/** Looks whether the server can be reached, and reads anew when it can. Never rejects. */
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
 * Follows the phone's own word for it: away at once, back only when the server answers. However
 * many ask, each word is heard once; whoever stops it stops it for all.
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
