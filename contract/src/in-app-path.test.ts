/** M12's rule about destinations keeps out what attackers try, and lets members go where they wanted. */
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
])("M12 %j is no path of the app", (path) => {
  expect(isInAppPath(path)).toBe(false);
  expect(inAppPathOrHome(path)).toBe("/");
});

test("M12 a broken encoding hides nothing behind it", () => {
  expect(isInAppPath("/%2Fevil.example?a=%zz")).toBe(false);
  expect(isInAppPath("/pages/user/orders?word=100%")).toBe(true);
});

test("M12 a path is kept as it is, and none is home", () => {
  const path = "/pages/user/orders?type=meal&word=%E4%BA%91%25";
  expect(inAppPathOrHome(path)).toBe(path);
  expect(inAppPathOrHome(undefined)).toBe("/");
});
