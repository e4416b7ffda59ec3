/**
 * Page and server check a destination alike: those of attackers lead home, those of members are
 * kept (M12).
 */
import { isInAppPath } from "@yunjing/contract/in-app-path";
import { expect, test } from "vitest";
import { refererOf, safeReferer } from "../member/src/shell/route-location.ts";
import { hostile, wanted } from "./redirects.fixture.ts";

test.each(hostile)(
  "M12 %j leads home, under either parameter name, on page and server",
  (referer) => {
    expect(safeReferer(referer)).toBe("/");
    expect(refererOf({ referer })).toBe("/");
    expect(refererOf({ uniIdRedirectUrl: referer })).toBe("/");
    expect(isInAppPath(referer)).toBe(false);
  },
);

test.each(wanted)("M12 %j is kept exactly", (referer) => {
  expect(safeReferer(referer)).toBe(referer);
  expect(refererOf({ uniIdRedirectUrl: referer })).toBe(referer);
});
