/**
 * What is open in front of the pages, without React: who asks waits here for the host, and then for
 * the answer.
 */
import { FACADE_MISSING, FACADE_POLL_MS, FACADE_WAIT_MAX_MS } from "./defaults.ts";
import type { Looks } from "./looks.ts";

export type LookName = keyof Looks;
/** One open dialog; `settle` answers the asker and takes it away. */
export type Open = {
  readonly [L in LookName]: {
    readonly id: number;
    readonly look: L;
    readonly ask: Looks[L]["ask"];
    readonly settle: (answer: Looks[L]["answer"]) => void;
  };
}[LookName];

let open: readonly Open[] = [];
let hosts = 0;
let made = 0;
const listeners = new Set<() => void>();

function become(next: readonly Open[]): void {
  open = next;
  for (const tell of listeners) tell();
}

/** What is open now, oldest first. */
export const opened = (): readonly Open[] => open;

export function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

/** The host says it is there; the answer takes it back. */
export function mountHost(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
  };
}

/** Resolves once a host is mounted, looking every 88 ms; rejects when none ever comes (D00). */
export function hostMounted(): Promise<void> {
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

/** Opens a look once the host is there; resolves with its answer after it has gone. */
export async function show<L extends LookName>(
  look: L,
  ask: Looks[L]["ask"],
): Promise<Looks[L]["answer"]> {
  await hostMounted();
  made += 1;
  const id = made;
  return new Promise((resolve) => {
    const settle = (answer: Looks[L]["answer"]) => {
      become(open.filter((other) => other.id !== id));
      resolve(answer);
    };
    become([...open, openOf(look, ask, settle, id)]);
  });
}

// The one place where a look and its own ask and answer are tied together for the type checker.
function openOf<L extends LookName>(
  look: L,
  ask: Looks[L]["ask"],
  settle: (answer: Looks[L]["answer"]) => void,
  id: number,
): Open {
  return { id, look, ask, settle } as Open;
}
