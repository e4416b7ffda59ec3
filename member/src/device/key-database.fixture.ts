/** A key database in memory, for tests in an environment without IndexedDB. */
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

/** Replaces `indexedDB` by an empty one, and returns what it holds. */
export function stubKeyDatabase(): Map<string, unknown> {
  const held = new Map<string, unknown>();
  const store = {
    get: (name: string) => answer(() => held.get(name)),
    add: (value: unknown, name: string) => answer(() => void held.set(name, value)),
    delete: (name: string) => answer(() => void held.delete(name)),
  };
  const database = {
    transaction: () => ({ objectStore: () => store }),
    close: () => undefined,
  };
  vi.stubGlobal("indexedDB", { open: () => answer(() => database) });
  return held;
}
