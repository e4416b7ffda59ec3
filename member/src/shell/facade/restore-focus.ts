/** Who gets the keyboard back when a dialog goes: what had it when the dialog was asked for. */

// A dialog opened the moment another has gone finds the focus nowhere; it takes over the debt.
let owed: HTMLElement | undefined;

/** What has the focus now, or was about to get it back. */
export function focusedElement(): HTMLElement | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return owed;
  return activeElement;
}

/** The dialog is going: until the focus is back, it is owed to `holder`. */
export function setPendingFocus(holder: HTMLElement | undefined): void {
  owed = holder;
}

/** Gives the focus back, unless something has taken it meanwhile or the holder has gone. */
export function restoreFocus(holder: HTMLElement | undefined): void {
  if (owed === holder) owed = undefined;
  const { activeElement } = document;
  const isFree = activeElement === null || activeElement === document.body;
  if (isFree && holder?.isConnected) holder.focus({ preventScroll: true });
}
