/**
 * Publishes push messages of the server (docs/push.md) to subscribers in this page. Small, so that
 * a page can subscribe without the socket, which opens long after the first view.
 */

/** Ids only; the subscriber reads the new state by HTTP. */
export type PushData = Readonly<Record<string, unknown>>;
type PushListener = (data: PushData) => void;

/** Minimum milliseconds between polls while the socket is open. */
const PUSH_OPEN_POLL_MIN_MS = 20_000;

const listenersByTopic = new Map<string, Set<PushListener>>();
let isOpen = false;

/**
 * Subscribes to every event of a topic, and to one call with no data whenever events may have been
 * missed; returns a function that unsubscribes.
 */
export function onPush(topic: string, listener: PushListener): () => void {
  const others = listenersByTopic.get(topic) ?? new Set();
  listenersByTopic.set(topic, others);
  others.add(listener);
  return () => {
    others.delete(listener);
  };
}

/** Notifies the listeners of this topic. */
export function publishPush(topic: string, data: PushData): void {
  // A copy: a listener may add another one while it runs.
  const listeners = Array.from(listenersByTopic.get(topic) ?? []);
  for (const listener of listeners) listener(data);
}

/** Called when events may have been missed: every subscriber reads again. */
export function notifyMissedEvents(): void {
  for (const topic of listenersByTopic.keys()) publishPush(topic, {});
}

/** Sets whether events currently arrive by push. */
export function setPushOpen(open: boolean): void {
  isOpen = open;
}

/**
 * Returns the milliseconds until the next poll: polling continues as a fallback while the push is
 * open, but less often.
 */
export const pollIntervalMs = (usualMs: number): number =>
  isOpen ? Math.max(usualMs, PUSH_OPEN_POLL_MIN_MS) : usualMs;
