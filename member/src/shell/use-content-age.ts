/** Reports the age of the cached content that a page shows, for the offline notice. */
import { useEffect, useEffectEvent, useId } from "react";
import { onReconnect, setContentReadAt } from "../device/network-state.ts";

/**
 * For a page that stores its own last content: `seenAt` (ms) while it shows that content, and
 * `read` to load it again.
 */
export function useContentAge(seenAt: number | undefined, read: () => unknown): void {
  const source = useId();
  useEffect(() => {
    setContentReadAt(source, seenAt);
    return () => setContentReadAt(source, undefined);
  }, [source, seenAt]);
  const again = useEffectEvent(read);
  useEffect(() => onReconnect(() => again()), []);
}
