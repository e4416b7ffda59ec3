/** The browser's history behind a small port, so the navigator can be tested without a browser. */

/** `index` counts the app's entries from 0; `layer` counts the dialogs open over one entry. */
export type HistoryMark = { readonly key: string; readonly index: number; readonly layer: number };
export type AppHistory = {
  /** Returns the mark of the current entry; undefined for one that the app has not marked yet. */
  readonly currentMark: () => HistoryMark | undefined;
  /** Returns path, query and fragment of the current entry. */
  readonly url: () => string;
  readonly push: (mark: HistoryMark, url: string) => void;
  readonly replace: (mark: HistoryMark, url: string) => void;
  /**
   * Moves by whole entries; resolves when the browser has moved. Such a move does not call the
   * listener.
   */
  readonly go: (delta: number) => Promise<void>;
  /** Subscribes to moves made by the member. */
  readonly listen: (listener: () => void) => void;
};

// Milliseconds. A browser without such an entry fires no event; this must not block the queue of
// moves.
const MOVE_MAX_MS = 500;

function isMark(state: unknown): state is HistoryMark {
  return (
    typeof state === "object" &&
    state !== null &&
    "key" in state &&
    "index" in state &&
    "layer" in state
  );
}

/** Returns the history of this window. */
export function windowHistory(): AppHistory {
  let arrived: (() => void) | undefined;
  return {
    currentMark: () => (isMark(history.state) ? history.state : undefined),
    url: () => location.pathname + location.search + location.hash,
    push: (mark, url) => history.pushState(mark, "", url),
    replace: (mark, url) => history.replaceState(mark, "", url),
    go: (delta) =>
      delta === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(() => arrived?.(), MOVE_MAX_MS);
            arrived = () => {
              clearTimeout(timer);
              arrived = undefined;
              resolve();
            };
            history.go(delta);
          }),
    listen: (listener) => addEventListener("popstate", () => (arrived ? arrived() : listener())),
  };
}
