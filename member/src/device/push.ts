/**
 * What the server tells this page unasked (docs/push.md), and who wants to hear it. Small, so that a
 * page may listen without the socket, which opens when the first view is long over.
 */

/** Ids only; whoever hears reads by HTTP what has become of them. */
export type PushData = Readonly<Record<string, unknown>>;
type Ear = (data: PushData) => void;

/** While the socket is open a look without news is taken this rarely. */
const QUIET_MS = 20_000;

const ears = new Map<string, Set<Ear>>();
let isOpen = false;

/**
 * Hears every event of a topic from now on, and once with no data whenever some may have been
 * missed; answers how to stop.
 */
export function onPush(topic: string, hear: Ear): () => void {
  const others = ears.get(topic) ?? new Set();
  ears.set(topic, others);
  others.add(hear);
  return () => {
    others.delete(hear);
  };
}

/** Tells whoever listens to this topic. */
export function tellPush(topic: string, data: PushData): void {
  // A copy: a listener may add another one while it runs.
  const listeners = Array.from(ears.get(topic) ?? []);
  for (const listener of listeners) listener(data);
}

/** Something may have been missed: everybody reads anew. */
export function tellMissed(): void {
  for (const topic of ears.keys()) tellPush(topic, {});
}

/** Whether news come by themselves now. */
export function pushIs(open: boolean): void {
  isOpen = open;
}

/** The pause before the next look (ms): looking stays the net below the news, and a wide one. */
export const pauseBeside = (usualMs: number): number =>
  isOpen ? Math.max(usualMs, QUIET_MS) : usualMs;
