/** One store of a browser database (IndexedDB), as promises. */

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** Runs one request in the store of a database that has only this one; rejects when it fails. */
export type InStore = <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
) => Promise<T>;

/** Returns the access to a store; the database is made at the first use. */
export function objectStore(database: string, name: string): InStore {
  const open = (): Promise<IDBDatabase> => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(name);
    return resultOf(opening);
  };
  return async (mode, work) => {
    const opened = await open();
    const store = opened.transaction(name, mode).objectStore(name);
    return resultOf(work(store)).finally(() => opened.close());
  };
}
