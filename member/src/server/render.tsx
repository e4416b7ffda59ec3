/**
 * The entry of the member app on the server: renders the first view of a page to HTML with the same
 * components as the browser (decision 0144). A render is synchronous, so the app's one navigator and
 * platform can be set for it.
 */
import type { FirstViewAnswer, FirstViewBundle } from "@yunjing/contract/first-view";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "../app.tsx";
import { BUILD_ID, platformOf as platformOfAgent, renderFor } from "../device/platform.ts";
import { needsLogin } from "../shell/guard.ts";
import { router } from "../shell/navigate.ts";
import { type ImportPage, loadPage } from "../shell/page-modules.ts";
import { setTitle } from "../shell/page-title.ts";
import { canonicalPath, parseRouteLocation } from "../shell/route-location.ts";
import { CITY_KEY, renderForCity } from "../device/location-choice.ts";
import { storeAnswersIn } from "../query-answers.ts";
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

/** Returns the answer with the items that the first view shows; the client reads all of them. */
function shownOf(answer: FirstViewAnswer): FirstViewAnswer {
  const { shownMax, data } = answer;
  const isList = typeof data === "object" && data !== null && "list" in data;
  if (shownMax === undefined || !isList || !Array.isArray(data.list)) return answer;
  const { nextCursor: _next, ...first } = { nextCursor: undefined, ...data };
  return { ...answer, data: { ...first, list: data.list.slice(0, shownMax) } };
}

// A page renders at once only when it is loaded.
await Promise.all(firstViews.map(({ path }) => loadPage(locationOf(path).page, importPage)));

export const { build, furtherReads, paths, platformOf, plan, render }: FirstViewBundle = {
  build: BUILD_ID,
  paths: firstViews.map(({ path }) => path),

  platformOf: platformOfAgent,

  plan: (address, params, city) => {
    const path = canonicalPath(address);
    const view = firstViews.find((each) => each.path === path);
    if (!view || view.refused.some((name) => params.has(name))) return undefined;
    const query = view.shown(params);
    if (!query) return undefined;
    const reads = view.reads(query, city);
    return { path, query, reads, ...(view.isOfCity ? { city: city ?? null } : {}) };
  },

  furtherReads: ({ path, query }, answers) =>
    firstViews.find((each) => each.path === path)?.furtherReads?.(query, answers) ?? [],

  render: ({ path, query, city }, platform, read) => {
    const answers = read.map(shownOf);
    const view = firstViews.find((each) => each.path === path);
    if (!view) throw new Error(`${path} has no first view`);
    client = new QueryClient();
    storeAnswersIn(client, answers);
    renderFor(platform);
    renderForCity(city ?? null);
    const location = locationOf(path, query);
    const own = view.ownTitle?.(query, answers);
    const title = own ?? location.page.title;
    router.showAlone(location);
    const { current } = router.view();
    if (current) setTitle(current.key, own);
    const html = renderToString(
      <StrictMode>
        <App importPage={importPage} />
      </StrictMode>,
    );
    if (current) setTitle(current.key, undefined);
    return {
      title,
      share: { title, ...view.share(query, answers) },
      data: {
        path,
        answers,
        ...(own === undefined ? {} : { title: own }),
        ...(city === undefined ? {} : { cityCode: city?.code ?? null }),
      },
      html,
      isGuarded: needsLogin(location),
      storedKeys: [...view.storedKeys(query), ...(city === null ? [CITY_KEY] : [])],
    };
  },
};
