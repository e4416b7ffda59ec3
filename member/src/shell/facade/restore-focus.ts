/**
 * Restores the keyboard focus when a dialog closes: to the element that had it when the dialog
 * opened.
 */

// A dialog opened immediately after another has closed finds no focused element; it takes over the
// element that is still to be focused.
let owed: HTMLElement | undefined;

/** Returns the element that has the focus now or is about to get it back. */
export function focusedElement(): HTMLElement | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return owed;
  return activeElement;
}

/** Called when the dialog closes: `holder` is to be focused again. */
export function setPendingFocus(holder: HTMLElement | undefined): void {
  owed = holder;
}

/**
 * Focuses `holder` again, unless another element has the focus meanwhile or the holder was removed.
 */
export function restoreFocus(holder: HTMLElement | undefined): void {
  if (owed === holder) owed = undefined;
  const { activeElement } = document;
  const isFree = activeElement === null || activeElement === document.body;
  if (isFree && holder?.isConnected) holder.focus({ preventScroll: true });
}
