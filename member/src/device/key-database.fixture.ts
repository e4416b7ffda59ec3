/** Browser databases in memory, for tests in an environment without IndexedDB. */
import { vi } from "vitest";

type Handlers = { onsuccess?: () => void; onerror?: () => void };

/** Answers like an `IDBRequest`: in a later task, once the handlers are set. */
function answer<T>(run: () => T) {
  const request: Handlers & { result: T | undefined; error: unknown } = {
    result: undefined,
    error: null,
  };
  queueMicrotask(() => {
    request.result = run();
    request.onsuccess?.();
  });
  return request;
}

/** Replaces `indexedDB` by empty databases of one store each; returns what a database holds. */
export function stubDatabases(): (database: string) => Map<string, unknown> {
  const all = new Map<string, Map<string, unknown>>();
  const heldIn = (name: string): Map<string, unknown> => {
    const held = all.get(name) ?? new Map<string, unknown>();
    all.set(name, held);
    return held;
  };
  const open = (database: string) => {
    const held = heldIn(database);
    const store = {
      get: (name: string) => answer(() => held.get(name)),
      add: (value: unknown, name: string) => answer(() => void held.set(name, value)),
      put: (value: unknown, name: string) => answer(() => void held.set(name, value)),
      delete: (name: string) => answer(() => void held.delete(name)),
      clear: () => answer(() => held.clear()),
    };
    const opened = {
      transaction: () => ({ objectStore: () => store }),
      close: () => undefined,
    };
    return answer(() => opened);
  };
  vi.stubGlobal("indexedDB", { open });
  return heldIn;
}

/** Replaces `indexedDB` by an empty one, and returns what the key's database holds. */
export const stubKeyDatabase = (): Map<string, unknown> => stubDatabases()("yunjing-key");
