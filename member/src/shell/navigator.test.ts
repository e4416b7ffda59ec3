/** Tests the navigator (M09–M13, M19, U03) over a history in memory. */
import { expect, test, vi } from "vitest";
import type { Renewal } from "../device/session.ts";
import type { TokenState } from "../device/token.ts";
import { type NavigationMode, Navigator } from "./navigator.ts";
import { parseRouteLocation } from "./route-location.ts";
import type { AppHistory, HistoryMark } from "./window-history.ts";

function memoryHistory(first: string) {
  const entries: { mark: HistoryMark | undefined; url: string }[] = [
    { mark: undefined, url: first },
  ];
  let at = 0;
  let notify = () => {};
  const history: AppHistory = {
    currentMark: () => entries[at]?.mark,
    url: () => entries[at]?.url ?? "",
    push: (mark, url) => {
      at += 1;
      entries.splice(at, entries.length, { mark, url });
    },
    replace: (mark, url) => entries.splice(at, 1, { mark, url }),
    go: async (delta) => {
      at = Math.max(0, at + delta);
    },
    listen: (listener) => {
      notify = listener;
    },
  };
  const press = (delta: number) => {
    at += delta;
    notify();
  };
  return { history, press, entries };
}

async function opened(
  first: string,
  token: TokenState = "valid",
  renewal: Renewal = "renewed",
  isLoginHandled = false,
) {
  const memory = memoryHistory(first);
  let made = 0;
  let state = token;
  const router = new Navigator({
    history: memory.history,
    token: () => state,
    renew: async () => renewal,
    isLoginHandled: () => isLoginHandled,
    newKey: () => `k${(made += 1)}`,
    beforeLeave: () => {},
  });
  await router.start();
  const go = (url: string, mode: NavigationMode = "push") => {
    const place = parseRouteLocation(url);
    return place ? router.enter(place, mode) : Promise.reject(new Error(url));
  };
  const here = () => router.view().current?.location.fullPath;
  const settled = () => go(here() ?? "/");
  return { ...memory, router, go, here, settled, become: (next: TokenState) => (state = next) };
}

test("M09 both names of home are one page; M10 the query reaches it", async () => {
  const app = await opened("/pages/index/index?city=310000");
  expect(app.router.view().current?.location).toMatchObject({
    path: "/",
    query: { city: "310000" },
  });
});

test("M11 a guarded page without a token opens login, with its referer", async () => {
  const app = await opened("/pages/user/orders?type=meal", "missing");
  expect(app.here()).toBe("/pages/passport/login?referer=%2Fpages%2Fuser%2Forders%3Ftype%3Dmeal");
  expect(app.entries).toHaveLength(1);
});

test("M13 an unknown path opens the not-found page, after login when logged out", async () => {
  expect((await opened("/nope?x=1")).here()).toBe("/exception/report?referer=%2Fnope%3Fx%3D1");
  expect((await opened("/nope", "missing")).here()).toBe(
    "/pages/passport/login?referer=%2Fexception%2Freport%3Freferer%3D%252Fnope",
  );
});

test("U03 an expired token is renewed once: the page opens, or login replaces it", async () => {
  const renewed = await opened("/pages/user/wallet", "expired", "renewed");
  await expect.poll(() => renewed.router.view().current?.isGuardPending).toBe(false);
  expect(renewed.here()).toBe("/pages/user/wallet");
  const refused = await opened("/pages/user/wallet", "expired", "refused");
  await expect.poll(() => refused.here()).toMatch(/^\/pages\/passport\/login\?referer=/);
  const offline = await opened("/pages/user/wallet", "expired", "unreachable");
  await expect.poll(() => offline.router.view().current?.isGuardPending).toBe(false);
});

test("U03 where a need-login listener took over, the page stays", async () => {
  const missing = await opened("/pages/user/wallet", "missing", "refused", true);
  expect(missing.here()).toBe("/pages/user/wallet");
  const expired = await opened("/pages/user/wallet", "expired", "refused", true);
  await expect.poll(() => expired.router.view().current?.isGuardPending).toBe(false);
  expect(expired.here()).toBe("/pages/user/wallet");
});

test("M19 back shows the live page again, pages above it are closed, tab pages stay", async () => {
  const app = await opened("/");
  await app.go("/pages/user/score");
  const list = app.router.view().current;
  await app.go("/pages/user/score_log");
  app.press(-1);
  await expect.poll(() => app.here()).toBe("/pages/user/score");
  expect(app.router.view().current?.key).toBe(list?.key);
  expect(app.router.view().livePages.map((entry) => entry.location.path)).toEqual([
    "/",
    "/pages/user/score",
  ]);
  await app.go("/pages/user/index", "root");
  expect(app.router.view().livePages.map((entry) => entry.location.path)).toEqual([
    "/",
    "/pages/user/index",
  ]);
  expect(app.history.currentMark()?.index).toBe(0);
});

test("M11 going back to a guarded page after a logout opens login", async () => {
  const app = await opened("/pages/user/wallet");
  await app.go("/pages/exchange/manifest");
  app.become("missing");
  app.press(-1);
  await expect.poll(() => app.here()).toMatch(/^\/pages\/passport\/login/);
});

test("back without a previous page goes home", async () => {
  const app = await opened("/pages/exchange/manifest");
  await app.router.back(1);
  expect(app.here()).toBe("/");
});

test("D08 back closes a dialog and stays on the page; leaving the page closes all dialogs", async () => {
  const app = await opened("/");
  await app.go("/pages/user/score");
  const closed = vi.fn();
  app.router.openLayer(closed);
  await app.settled();
  app.router.openLayer(closed);
  await expect.poll(() => app.history.currentMark()?.layer).toBe(1);
  closed.mockClear();
  app.press(-1);
  expect(closed).toHaveBeenCalledTimes(1);
  expect(app.here()).toBe("/pages/user/score");
  app.router.openLayer(closed);
  await app.go("/pages/user/wallet");
  expect(closed).toHaveBeenCalledTimes(2);
  expect(app.history.currentMark()).toMatchObject({ index: 2, layer: 0 });
});

test("M18 after a logout only the shown page stays alive, and back is guarded", async () => {
  const app = await opened("/pages/user/index");
  await app.go("/pages/user/orders");
  await app.go("/pages/passport/login_out");
  app.become("missing");
  app.router.closeHiddenPages();
  expect(app.router.view().livePages.map((entry) => entry.location.path)).toEqual([
    "/pages/passport/login_out",
  ]);
  app.press(-1);
  await app.go("/pages/exchange/manifest");
  const shown = app.router.view().livePages.map((entry) => entry.location.path);
  expect(shown).toEqual(["/pages/passport/login", "/pages/exchange/manifest"]);
});
