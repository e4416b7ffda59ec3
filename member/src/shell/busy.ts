/** Marks that the member is in the middle of something that a reload would interrupt. */
import { useInsertionEffect } from "react";

const busy = new Map<number, string>();
let made = 0;

/** Marks the member as busy until the answer is called; `reason` is for whoever debugs. */
export function markBusy(reason: string): () => void {
  const id = (made += 1);
  busy.set(id, reason);
  return () => {
    busy.delete(id);
  };
}

/** The reasons of all marks there are now. */
export const busyReasons = (): readonly string[] => [...busy.values()];

/**
 * Marks the member as busy as long as the page lives and `isBusy` holds. It holds for a page behind
 * another one too, so this is the one kind of effect that a hidden page keeps.
 */
export function useBusy(reason: string, isBusy: boolean): void {
  useInsertionEffect(() => (isBusy ? markBusy(reason) : undefined), [reason, isBusy]);
}
