/** The current time for texts that say an age; one clock for all of them. */
import { useSyncExternalStore } from "react";

const STEP_MS = 10_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach((one) => one());
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the time in ms since 1970, at most ten seconds old; the component follows it. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
