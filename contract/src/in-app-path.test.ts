/**
 * Tests M12: redirect destinations that attackers try are rejected, and paths inside the app are
 * accepted.
 */
import { expect, test } from "vitest";
import { inAppPathOrHome, isInAppPath } from "./in-app-path.ts";

test.each([
  "//evil.example",
  "/\\evil.example",
  "/%252Fevil.example",
  "/%25252Fevil.example",
  "/pages/%2e%2e//evil.example",
  "/pages/x%250d%250a",
  "/pages/passport/login_out",
  `/${"a".repeat(2_048)}`,
  `/${"云".repeat(700)}`,
])("M12 %j is not a path of the app", (path) => {
  expect(isInAppPath(path)).toBe(false);
  expect(inAppPathOrHome(path)).toBe("/");
});

test("M12 a malformed encoding cannot hide another destination", () => {
  expect(isInAppPath("/%2Fevil.example?a=%zz")).toBe(false);
  expect(isInAppPath("/pages/user/orders?word=100%")).toBe(true);
});

test("M12 a valid path is returned unchanged, and a missing path becomes home", () => {
  const path = "/pages/user/orders?type=meal&word=%E4%BA%91%25";
  expect(inAppPathOrHome(path)).toBe(path);
  expect(inAppPathOrHome(undefined)).toBe("/");
});
