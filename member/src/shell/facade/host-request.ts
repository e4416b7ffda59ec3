/** Brings the dialogs' host with the first question or the first touch, whichever comes first. */

let isWanted = false;
const listeners = new Set<() => void>();

/** The host is wanted from now on. */
export function requestHost(): void {
  if (isWanted) return;
  isWanted = true;
  for (const tell of listeners) tell();
}

export const isHostRequested = (): boolean => isWanted;

export function onHostRequested(tell: () => void): () => void {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

/** Whoever only reads a page never pays for dialogs; whoever acts has them before the first question. */
export function requestHostOnTouch(): () => void {
  const touched = new AbortController();
  const want = () => {
    touched.abort();
    requestHost();
  };
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, want, touched);
  return () => touched.abort();
}
