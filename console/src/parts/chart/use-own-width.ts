/** The width of an element in px, for drawings whose letters keep their size. */
import { type RefCallback, useCallback, useState } from "react";

/** Returns the width, `before` until it is known, and the ref of the element. */
export function useOwnWidth(before: number): readonly [number, RefCallback<Element>] {
  const [width, setWidth] = useState(before);
  const ref = useCallback((element: Element | null) => {
    // Test environments have no layout.
    if (element === null || typeof ResizeObserver === "undefined") return undefined;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [width, ref];
}
