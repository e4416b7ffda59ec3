/**
 * What the server tells this page unasked (docs/push.md), and who wants to hear it. Small, so that a
 * page may listen without the socket, which opens when the first view is long over.
 */

/** Ids only; whoever hears reads by HTTP what has become of them. */
export type PushData = Readonly<Record<string, unknown>>;
type PushListener = (data: PushData) => void;

/** While the socket is open a look without news is taken this rarely. */
const PUSH_OPEN_POLL_MIN_MS = 20_000;

const listenersByTopic = new Map<string, Set<PushListener>>();
let isOpen = false;

/**
 * Hears every event of a topic from now on, and once with no data whenever some may have been
 * missed; answers how to stop.
 */
export function onPush(topic: string, hear: PushListener): () => void {
  const others = listenersByTopic.get(topic) ?? new Set();
  listenersByTopic.set(topic, others);
  others.add(hear);
  return () => {
    others.delete(hear);
  };
}

/** Tells whoever listens to this topic. */
export function publishPush(topic: string, data: PushData): void {
  // A copy: a listener may add another one while it runs.
  const listeners = Array.from(listenersByTopic.get(topic) ?? []);
  for (const listener of listeners) listener(data);
}

/** Something may have been missed: everybody reads anew. */
export function notifyMissedEvents(): void {
  for (const topic of listenersByTopic.keys()) publishPush(topic, {});
}

/** Whether news come by themselves now. */
export function setPushOpen(open: boolean): void {
  isOpen = open;
}

/** The pause before the next look (ms): looking stays the net below the news, and a wide one. */
export const pollIntervalMs = (usualMs: number): number =>
  isOpen ? Math.max(usualMs, PUSH_OPEN_POLL_MIN_MS) : usualMs;
