/** Loads each page's chunk once (M17), ahead of time where a tap is likely. */
import { type ComponentType, createElement } from "react";
import { withTimeout } from "../device/with-timeout.ts";
import type { Page, PageProps } from "../pages.ts";

/** Spec §9: an asynchronous page load is given up after 60 s. */
export const PAGE_LOAD_MAX_MS = 60_000;

type PageComponent = ComponentType<PageProps>;
const ready = new Map<string, PageComponent>();
const loading = new Map<string, Promise<PageComponent>>();

/** Returns the component of a page that is already loaded; undefined otherwise. */
export const loadedPage = (page: Page): PageComponent | undefined => ready.get(page.path);

async function fetchPage(page: Page): Promise<PageComponent> {
  const [module, provider] = await Promise.all([
    page.load(),
    page.queries ? import("../query-provider.tsx") : undefined,
  ]);
  const Shown = module.default;
  if (!provider) return Shown;
  return (props) => createElement(provider.QueryProvider, null, createElement(Shown, props));
}

/** Loads a page's component; a failed load is not cached, so the next call tries again. */
export function loadPage(page: Page): Promise<PageComponent> {
  const begun = loading.get(page.path);
  if (begun) return begun;
  const load = withTimeout(fetchPage(page), PAGE_LOAD_MAX_MS).then((component) => {
    ready.set(page.path, component);
    return component;
  });
  loading.set(page.path, load);
  load.catch(() => loading.delete(page.path));
  return load;
}

/** Loads a page before a likely tap; a failure is silent, because the tap itself reports it. */
export const prefetchPage = (page: Page | undefined): void => {
  if (page) loadPage(page).catch(() => undefined);
};
