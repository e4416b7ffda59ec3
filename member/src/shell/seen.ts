/** A page says from when the content is that it still shows, for the line about the network. */
import { useEffect, useEffectEvent, useId } from "react";
import { onReturn, showsFrom } from "../device/offline.ts";

/**
 * For a page that keeps its own last content: `seenAt` (ms) while that is what it shows, and how to
 * read it anew.
 */
export function useSeenAt(seenAt: number | undefined, read: () => unknown): void {
  const source = useId();
  useEffect(() => {
    showsFrom(source, seenAt);
    return () => showsFrom(source, undefined);
  }, [source, seenAt]);
  const again = useEffectEvent(read);
  useEffect(() => onReturn(() => again()), []);
}
