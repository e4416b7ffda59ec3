/** Watches whether the end of a comparison has been in view; the approval waits for that. */
import { useCallback, useRef, useState } from "react";

/** Returns whether the end was seen, and the ref of the element that marks the end. */
export function useSeenToEnd(): readonly [boolean, (end: HTMLElement | null) => void] {
  const [isSeen, setSeen] = useState(false);
  const watcher = useRef<IntersectionObserver>(undefined);
  const watch = useCallback((end: HTMLElement | null) => {
    watcher.current?.disconnect();
    if (!end) return;
    watcher.current = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watcher.current.observe(end);
  }, []);
  return [isSeen, watch];
}
