/**
 * Lets the back gesture close a dialog over a page: each open dialog is one history entry of the
 * same address.
 */
import type { AppHistory } from "./window-history.ts";

type Layer = { readonly close: () => void };

/** Returns the layers over the current page. `serially` runs history moves one after another. */
export function createLayers(
  history: AppHistory,
  serially: (run: () => Promise<void>) => Promise<void>,
) {
  const open: Layer[] = [];

  const closeAbove = (count: number): number => {
    const closed = open.splice(count);
    for (const layer of closed.reverse()) layer.close();
    return closed.length;
  };

  return {
    /**
     * Opens a layer; `close` runs when back was pressed. The returned function removes the layer
     * and waits for the history.
     */
    open(close: () => void): () => Promise<void> {
      const layer: Layer = { close };
      void serially(async () => {
        const mark = history.currentMark();
        if (!mark) return;
        open.push(layer);
        history.push({ ...mark, layer: open.length }, history.url());
      });
      return () =>
        serially(async () => {
          const place = open.indexOf(layer);
          if (place < 0) return;
          open.splice(place, 1);
          await history.go(-1);
        });
    },
    /**
     * Called when the history is at `count` layers: closes those above; returns true when there
     * were any.
     */
    popTo: (count: number): boolean => closeAbove(count) > 0,
    /** Closes every layer and returns the history to the page itself. */
    closeAll: (): Promise<void> => history.go(-closeAbove(0)),
  };
}
