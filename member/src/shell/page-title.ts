/**
 * The title of a page whose name depends on its content, such as a category; else the title of the
 * route table.
 */
import { useEffect, useSyncExternalStore } from "react";
import { router } from "./navigate.ts";

const titles = new Map<string, string>();
const listeners = new Set<() => void>();

const subscribe = (listen: () => void): (() => void) => {
  listeners.add(listen);
  return () => listeners.delete(listen);
};

/** Sets the title of the page under a history key; undefined is that of the route table. */
export function setTitle(key: string, title: string | undefined): void {
  if (titles.get(key) === title) return;
  if (title === undefined) titles.delete(key);
  else titles.set(key, title);
  for (const listen of listeners) listen();
}

/** Returns the own title of the page under this history key, or undefined. */
export const useOwnTitle = (key: string | undefined): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => (key === undefined ? undefined : titles.get(key)),
    () => (key === undefined ? undefined : titles.get(key)),
  );

/** Sets the title of the shown page; undefined restores the title of the route table. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    const key = router.view().current?.key;
    if (key === undefined) return undefined;
    setTitle(key, title);
    return () => setTitle(key, undefined);
  }, [title]);
}
