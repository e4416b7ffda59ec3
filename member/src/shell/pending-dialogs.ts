/** Counts the dialogs that wait for the member's answer. */

let unanswered = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  unanswered += by;
  for (const listener of listeners) listener();
}

/** Returns the number of unanswered dialogs. */
export const pendingDialogCount = (): number => unanswered;

export function onPendingDialogsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts a dialog from now until its answer settles. */
export async function countPendingDialog<T>(ask: () => Promise<T>): Promise<T> {
  change(1);
  return ask().finally(() => change(-1));
}
