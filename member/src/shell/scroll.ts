/** Stores each page's scroll position, also across a reload (M19). */
import { attempt } from "../device/attempt.ts";

const STORAGE_KEY = "scroll-positions";
const POSITIONS_MAX = 50;
// Milliseconds. A newly rendered page grows while its data loads, which takes long on a slow
// connection; after this time its position is no longer restored.
const RESTORE_MAX_MS = 15_000;

function read(): Map<string, number> {
  const stored = attempt<unknown>(() => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]"));
  const pairs = Array.isArray(stored) ? stored : [];
  return new Map(pairs.filter((pair) => Array.isArray(pair) && typeof pair[1] === "number"));
}

let positions: Map<string, number> | undefined;
function loadedPositions(): Map<string, number> {
  positions ??= read();
  return positions;
}

/** Stores the current scroll position of the page of this key. */
export function saveScrollPosition(key: string): void {
  loadedPositions().delete(key);
  loadedPositions().set(key, scrollY);
  const latest = [...loadedPositions()].slice(-POSITIONS_MAX);
  attempt(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(latest)));
}

/**
 * Scrolls to the stored position of this key, or to the top for a new page; while the page is still
 * too short, it scrolls again as the page grows. The returned function stops that, as does input of
 * the member.
 */
export function restoreScrollPosition(key: string): () => void {
  const wanted = loadedPositions().get(key) ?? 0;
  scrollTo(0, wanted);
  if (Math.abs(scrollY - wanted) < 2) return () => {};
  const growth = new ResizeObserver(() => {
    scrollTo(0, wanted);
    if (Math.abs(scrollY - wanted) < 2) stop();
  });
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const touch of ["pointerdown", "wheel", "keydown"]) removeEventListener(touch, stop);
  };
  const timer = setTimeout(stop, RESTORE_MAX_MS);
  growth.observe(document.body);
  for (const touch of ["pointerdown", "wheel", "keydown"])
    addEventListener(touch, stop, { passive: true });
  return stop;
}
