/** A page says from when the content is that it still shows, for the line about the network. */
import { useEffect, useEffectEvent, useId } from "react";
import { onReconnect, setContentReadAt } from "../device/network-state.ts";

/**
 * For a page that keeps its own last content: `seenAt` (ms) while that is what it shows, and how to
 * read it anew.
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
