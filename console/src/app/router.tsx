/**
 * The router: the login, and inside of the frame one page per entry of `pages.ts`. The frame and the
 * pages are loaded when they are needed, so the login has neither.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { Empty, Failed } from "../parts/state.tsx";
import { parseSearch, stringifySearch } from "../parts/table/address.ts";
import { pages } from "./pages.ts";

const rootRoute = createRootRoute({ component: Outlet });
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  component: lazyRouteComponent(() => import("../pages/login/login.tsx")),
});
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "frame",
  component: lazyRouteComponent(() => import("./frame.tsx"), "Frame"),
});
const pageRoutes = pages.map((page) =>
  createRoute({
    getParentRoute: () => frameRoute,
    path: page.path,
    component: lazyRouteComponent(page.load),
  }),
);
const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "/",
  beforeLoad: () => {
    const [first] = pages;
    if (first) redirect({ to: first.path, throw: true });
  },
});
const hasHome = pages.some(({ path }) => path === "/");
const galleryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/gallery",
  component: import.meta.env.DEV
    ? lazyRouteComponent(() => import("../gallery/gallery.tsx"), "Gallery")
    : NoPage,
});

function NoPage() {
  return <Empty title="没有这个页面" text="地址可能写错了，请从左侧菜单进入。" />;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    galleryRoute,
    frameRoute.addChildren(hasHome ? pageRoutes : [homeRoute, ...pageRoutes]),
  ]),
  basepath: "/console",
  defaultPreload: "intent",
  defaultErrorComponent: ({ error, reset }) => <Failed failure={error} onRetry={reset} />,
  defaultNotFoundComponent: NoPage,
  parseSearch,
  stringifySearch,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
