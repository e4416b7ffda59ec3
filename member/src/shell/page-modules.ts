/** Loads each page's chunk once (M17), ahead of time where a tap is likely. */
import { type ComponentType, createContext } from "react";
import { withTimeout } from "../device/with-timeout.ts";
import type { Page, PageProps } from "../routes.ts";

/** Spec §9: an asynchronous page load is given up after 60 s. */
export const PAGE_LOAD_MAX_MS = 60_000;

type PageComponent = ComponentType<PageProps>;
/** Imports a page's component; rejects when its chunk does not load. */
export type ImportPage = (page: Page) => Promise<PageComponent>;

/** How the app imports its pages, which the shell does not import itself. */
export const ImportPageContext = createContext<ImportPage>(() =>
  Promise.reject(new Error("no ImportPageContext")),
);

const ready = new Map<string, PageComponent>();
const loading = new Map<string, Promise<PageComponent>>();

/** Returns the component of a page that is already loaded; undefined otherwise. */
export const loadedPage = (page: Page): PageComponent | undefined => ready.get(page.path);

/** Loads a page's component; a failed load is not cached, so the next call tries again. */
export function loadPage(page: Page, importPage: ImportPage): Promise<PageComponent> {
  const begun = loading.get(page.path);
  if (begun) return begun;
  const load = withTimeout(importPage(page), PAGE_LOAD_MAX_MS).then((component) => {
    ready.set(page.path, component);
    return component;
  });
  loading.set(page.path, load);
  load.catch(() => loading.delete(page.path));
  return load;
}

/** Loads a page before a likely tap; a failure is silent, because the tap itself reports it. */
export const prefetchPage = (page: Page | undefined, importPage: ImportPage): void => {
  if (page) loadPage(page, importPage).catch(() => undefined);
};
