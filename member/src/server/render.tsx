/**
 * The entry of the member app on the server: renders the first view of a page to HTML with the same
 * components as the browser (decision 0144). A render is synchronous, so the app's one navigator and
 * platform can be set for it.
 */
import type { FirstViewBundle } from "@yunjing/contract/first-view";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "../app.tsx";
import { BUILD_ID, platformOf as platformOfAgent, renderFor } from "../device/platform.ts";
import { router } from "../shell/navigate.ts";
import { type ImportPage, loadPage } from "../shell/page-modules.ts";
import { parseRouteLocation } from "../shell/route-location.ts";
import { firstViews } from "./first-views.ts";

/** The answers of the render in progress. */
let client = new QueryClient();

const importPage: ImportPage = (page) => {
  const view = firstViews.find(({ path }) => path === page.path);
  if (!view) return Promise.reject(new Error(`${page.path} has no first view`));
  const { Page } = view;
  return Promise.resolve((props) =>
    createElement(QueryClientProvider, { client }, createElement(Page, props)),
  );
};

const locationOf = (path: string, query: Readonly<Record<string, string>> = {}) => {
  const location = parseRouteLocation(`${path}?${new URLSearchParams(query).toString()}`);
  if (!location) throw new Error(`the route table has no ${path}`);
  return location;
};

// A page renders at once only when it is loaded.
await Promise.all(firstViews.map(({ path }) => loadPage(locationOf(path).page, importPage)));

export const { build, paths, platformOf, plan, render }: FirstViewBundle = {
  build: BUILD_ID,
  paths: firstViews.map(({ path }) => path),

  platformOf: platformOfAgent,

  plan: (path, query) => {
    const view = firstViews.find((each) => each.path === path);
    if (!view || view.refused.some((name) => query.has(name))) return undefined;
    const shown = view.shown(query);
    return { path, query: shown, reads: view.reads(shown) };
  },

  render: ({ path, query }, platform, answers) => {
    const view = firstViews.find((each) => each.path === path);
    if (!view) throw new Error(`${path} has no first view`);
    client = new QueryClient();
    for (const { topic, operation, input, data } of answers)
      client.setQueryData([topic, operation, input], data);
    renderFor(platform);
    const location = locationOf(path, query);
    router.showAlone(location);
    return {
      title: location.page.title,
      description: view.description,
      html: renderToString(
        <StrictMode>
          <App importPage={importPage} />
        </StrictMode>,
      ),
      storedKeys: view.storedKeys,
    };
  },
};
