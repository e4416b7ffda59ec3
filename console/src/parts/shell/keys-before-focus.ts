/**
 * Keeps the keys that are pressed between the opening of the search and the focus of its field: the
 * dialog loads lazily, and no typed character may be lost or act as a shortcut.
 */

const TAKES_FOCUS_WITHIN_MS = 5_000;
let collected = "";
let stop: (() => void) | undefined;

/**
 * Begins to keep typed characters. Backspace removes the last one, Escape calls `onCancel`. It ends
 * by `takeKeys`, and by itself after five seconds, when the dialog did not load.
 */
export function collectKeys(onCancel: () => void): void {
  takeKeys();
  const take = (event: KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      takeKeys();
      onCancel();
    } else if (event.key === "Backspace") collected = collected.slice(0, -1);
    else if (event.key.length === 1) collected += event.key;
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(() => stop?.(), TAKES_FOCUS_WITHIN_MS);
  addEventListener("keydown", take, { capture: true });
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", take, { capture: true });
    stop = undefined;
  };
}

/** Ends it, and returns the characters since `collectKeys`. */
export function takeKeys(): string {
  const keys = collected;
  stop?.();
  collected = "";
  return keys;
}
