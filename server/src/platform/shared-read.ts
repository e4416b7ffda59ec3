/** Shares one read among all callers of a process for a short time. */
import type { Context } from "./context.ts";

/**
 * Returns a reader that calls `read` at most once in `catalogSeenWithinMs`. For what is the same for
 * all callers and lies on all nodes of a cluster: it is then read by time, not by request.
 */
export function sharedRead<T>(context: Context, read: () => Promise<T>): () => Promise<T> {
  let begun: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    const now = context.clock.now().getTime();
    const ageMs = now - (begun?.at ?? Number.NEGATIVE_INFINITY);
    if (begun && ageMs >= 0 && ageMs < context.settings.catalogSeenWithinMs) return begun.result;
    const next = { at: now, result: read() };
    begun = next;
    // A failed read is not kept; its callers get the error.
    next.result.catch(() => {
      if (begun === next) begun = undefined;
    });
    return next.result;
  };
}
