/** The open dialogs, without React: a caller waits here for the host and then for the answer. */
import { FACADE_MISSING, FACADE_POLL_MS, FACADE_WAIT_MAX_MS } from "./defaults.ts";
import type { DialogTypes } from "./dialog-types.ts";

export type DialogKind = keyof DialogTypes;
/** One open dialog; `settle` resolves the caller's promise and removes the dialog. */
export type OpenDialog = {
  readonly [L in DialogKind]: {
    readonly id: number;
    readonly kind: L;
    readonly request: DialogTypes[L]["ask"];
    readonly settle: (answer: DialogTypes[L]["answer"]) => void;
  };
}[DialogKind];

let open: readonly OpenDialog[] = [];
let hosts = 0;
let made = 0;
const listeners = new Set<() => void>();

function setOpenDialogs(next: readonly OpenDialog[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Returns the open dialogs, oldest first. */
export const openDialogs = (): readonly OpenDialog[] => open;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Registers a mounted host; returns a function that unregisters it. */
export function registerHost(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
  };
}

/**
 * Resolves once a host is mounted, polling every 88 ms; rejects when none mounts within the limit
 * (D00).
 */
export function waitForHost(): Promise<void> {
  if (hosts > 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const since = Date.now();
    const timer = setInterval(() => {
      const isLate = Date.now() - since >= FACADE_WAIT_MAX_MS;
      if (hosts === 0 && !isLate) return;
      clearInterval(timer);
      if (hosts > 0) resolve();
      else reject(new Error(FACADE_MISSING));
    }, FACADE_POLL_MS);
  });
}

/** Opens a dialog once the host is mounted; resolves with its answer after it has closed. */
export async function show<L extends DialogKind>(
  kind: L,
  ask: DialogTypes[L]["ask"],
): Promise<DialogTypes[L]["answer"]> {
  await waitForHost();
  made += 1;
  const id = made;
  return new Promise((resolve) => {
    const settle = (answer: DialogTypes[L]["answer"]) => {
      setOpenDialogs(open.filter((other) => other.id !== id));
      resolve(answer);
    };
    setOpenDialogs([...open, openDialogOf(kind, ask, settle, id)]);
  });
}

// The only place where a kind of dialog and its own request and answer are connected for the type
// checker.
function openDialogOf<L extends DialogKind>(
  kind: L,
  request: DialogTypes[L]["ask"],
  settle: (answer: DialogTypes[L]["answer"]) => void,
  id: number,
): OpenDialog {
  return { id, kind, request, settle } as OpenDialog;
}
