/**
 * Requests the loading of the dialog host at the first dialog or the first touch, whichever comes
 * first.
 */

let isWanted = false;
const listeners = new Set<() => void>();

/** Requests the host from now on. */
export function requestHost(): void {
  if (isWanted) return;
  isWanted = true;
  for (const listener of listeners) listener();
}

export const isHostRequested = (): boolean => isWanted;

export function onHostRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Requests the host at the first touch or key press: a visitor who only reads never loads the
 * dialogs, and one who acts has them before the first question.
 */
export function requestHostOnTouch(): () => void {
  const touched = new AbortController();
  const want = () => {
    touched.abort();
    requestHost();
  };
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, want, touched);
  return () => touched.abort();
}
