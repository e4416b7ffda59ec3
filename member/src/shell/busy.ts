/** Marks the member as busy with something that a reload would interrupt. */
import { useInsertionEffect } from "react";

const busy = new Map<number, string>();
let made = 0;

/** Marks the member as busy until the returned function is called; `reason` is for debugging. */
export function markBusy(reason: string): () => void {
  const id = (made += 1);
  busy.set(id, reason);
  return () => {
    busy.delete(id);
  };
}

/** Returns the reasons of all current marks. */
export const busyReasons = (): readonly string[] => [...busy.values()];

/**
 * Marks the member as busy as long as the page lives and `isBusy` is true. This includes a page
 * hidden behind another one, so it uses the one kind of effect that a hidden page retains.
 */
export function useBusy(reason: string, isBusy: boolean): void {
  useInsertionEffect(() => (isBusy ? markBusy(reason) : undefined), [reason, isBusy]);
}
