/** Tests M11, M12 and M13: who may open a page, and which addresses login may lead to. */
import { describe, expect, test } from "vitest";
import { HOME, pages } from "../routes.ts";
import { decideAccess, loginPathFor, notFoundPathFor } from "./guard.ts";
import {
  type RouteLocation,
  parseRouteLocation,
  refererOf,
  safeReferer,
} from "./route-location.ts";

const at = (path: string): RouteLocation => parseRouteLocation(path) ?? expect.unreachable(path);
const OPEN = [
  "/pages/passport/login",
  "/pages/passport/login_out",
  "/pages/exchange/manifest",
  "/pages/exchange/kfc",
  "/pages/exchange/ordetail",
  "/pages/region/choose",
  "/pages/passport/terms",
  // A visitor who cannot log in needs it too.
  "/pages/user/help",
  // Framed by the console; it shows only what the console sends it.
  "/pages/index/preview",
];

describe("M11 the login guard", () => {
  test("M11 opens only the open pages without a token", () => {
    const open = pages.filter((page) => decideAccess(at(page.path), "missing") === "open");
    expect(open.map((page) => page.path).sort()).toEqual([...OPEN].sort());
  });

  test("M11 sends a page to login with its path and query, never its fragment", () => {
    expect(decideAccess(at("/pages/user/orders?type=meal"), "missing")).toBe("login");
    expect(loginPathFor("/pages/user/orders?type=meal#secret")).toBe(
      "/pages/passport/login?referer=%2Fpages%2Fuser%2Forders%3Ftype%3Dmeal",
    );
  });

  test("M11 guards configured patterns too, but never the login pages", () => {
    const patterns = [/^\/pages\//];
    expect(decideAccess(at("/pages/exchange/manifest"), "missing", patterns)).toBe("login");
    expect(decideAccess(at("/pages/passport/login"), "missing", patterns)).toBe("open");
  });

  test("U03 an expired token is renewed before a redirect to login", () => {
    expect(decideAccess(at("/pages/user/orders"), "expired")).toBe("renew");
    expect(decideAccess(at("/pages/exchange/kfc"), "expired")).toBe("open");
    expect(decideAccess(at("/pages/user/orders"), "valid")).toBe("open");
  });
});

describe("M12 where login may lead", () => {
  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "/\tevil",
    "/\t/evil.example",
    "/%2Fevil.example",
    "/%5Cevil.example",
    "/%252Fevil.example",
    "/pages/../..//evil.example",
    "pages/user/index",
    "/pages/none",
    "/pages/passport/login?referer=/",
    "/pages/passport/login_out",
    "/pages/user/index%0d%0a",
    "",
  ])("M12 %j falls back to home", (referer) => {
    expect(safeReferer(referer)).toBe(HOME);
  });

  test("M12 a page of the app keeps its query, however it is encoded", () => {
    const path = "/pages/user/orders?type=meal&word=%E4%BA%91%25";
    expect(safeReferer(path)).toBe(path);
    expect(safeReferer(undefined)).toBe(HOME);
  });

  test("M11 uniIdRedirectUrl has the same meaning as referer", () => {
    expect(refererOf({ uniIdRedirectUrl: "/pages/user/wallet" })).toBe("/pages/user/wallet");
    expect(refererOf({ uniIdRedirectUrl: "//evil.example" })).toBe(HOME);
    expect(refererOf({ referer: "", uniIdRedirectUrl: "/pages/user/wallet" })).toBe(
      "/pages/user/wallet",
    );
  });
});

test("M13 a missing path is complete in the referer of the not-found page, also through login", () => {
  const lost = notFoundPathFor("/nope?x=1");
  expect(lost).toBe("/exception/report?referer=%2Fnope%3Fx%3D1");
  expect(refererOf(at(loginPathFor(lost)).query)).toBe(lost);
  expect(notFoundPathFor("/nope#code=SECRET")).toBe("/exception/report?referer=%2Fnope");
});
