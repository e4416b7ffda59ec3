/** The browser's history behind a small port, so the navigator can be tested without a browser. */

/** `index` counts the app's entries from 0; `layer` counts the dialogs open over one entry. */
export type HistoryMark = { readonly key: string; readonly index: number; readonly layer: number };
export type AppHistory = {
  /** The mark of the current entry, undefined for one the app has not marked yet. */
  readonly currentMark: () => HistoryMark | undefined;
  /** Path, query and fragment of the current entry. */
  readonly url: () => string;
  readonly push: (mark: HistoryMark, url: string) => void;
  readonly replace: (mark: HistoryMark, url: string) => void;
  /** Moves by whole entries; resolves when the browser is there. Such a move is not heard. */
  readonly go: (delta: number) => Promise<void>;
  /** Hears moves made by the member. */
  readonly listen: (hear: () => void) => void;
};

// A browser that has no such entry stays silent; it must not hold up the queue of moves.
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

/** The history of this window. */
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
    listen: (hear) => addEventListener("popstate", () => (arrived ? arrived() : hear())),
  };
}
