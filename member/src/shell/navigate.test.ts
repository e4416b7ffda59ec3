// @vitest-environment happy-dom
/** Tests M14 and M15: what the navigation functions refuse, each as a typed error. */
import { expect, test, vi } from "vitest";
import { userMessageFor } from "../device/failure.ts";
import { externalUrl, isExternal } from "./external.ts";
import { navigateTo, reLaunch, redirectTo, switchTab } from "./navigate.ts";
import { NavigationError } from "./navigation-error.ts";

const codeOf = (run: Promise<void>) =>
  run.then(
    () => "opened",
    (thrown: unknown) => (thrown instanceof NavigationError ? thrown.code : "untyped"),
  );

test("M15 a missing url, an unknown page and a tab page opened without switchTab are refused", async () => {
  expect(await codeOf(navigateTo(""))).toBe("URL_MISSING");
  expect(await codeOf(navigateTo("/pages/none"))).toBe("PAGE_UNKNOWN");
  expect(await codeOf(reLaunch("//evil.example"))).toBe("PAGE_UNKNOWN");
  expect(await codeOf(navigateTo("/pages/user/index"))).toBe("TAB_NEEDS_SWITCH");
  expect(await codeOf(redirectTo("/"))).toBe("TAB_NEEDS_SWITCH");
  expect(await codeOf(switchTab("/pages/user/wallet"))).toBe("TAB_UNKNOWN");
  await expect(navigateTo("/pages/none")).rejects.toThrow(
    'navigateTo: "/pages/none" is not a page of this app',
  );
  await expect(navigateTo("/pages/none").catch(userMessageFor)).resolves.toBe(
    "要打开的页面不存在，链接可能已失效",
  );
});

test("M14 a url with a scheme leaves the app, only by http and https unless trusted", async () => {
  expect(isExternal("https://a.example")).toBe(true);
  expect(isExternal("/pages/user/index?to=https://a.example")).toBe(false);
  expect(externalUrl("leaveFor", "https://a.example/x")).toBe("https://a.example/x");
  expect(externalUrl("leaveFor", "tel:10086", true)).toBe("tel:10086");
  for (const url of [
    "javascript:alert(1)",
    "data:text/html,x",
    "tel:10086",
    "weixin://dl",
    " JavaScript:x",
  ]) {
    expect(await codeOf(navigateTo(url)), url).toBe("SCHEME_REFUSED");
  }
});

test("M14 redirectTo replaces the page when leaving the app, navigateTo does not", async () => {
  const replace = vi.spyOn(location, "replace").mockReturnValue();
  const assign = vi.spyOn(location, "assign").mockReturnValue();
  await redirectTo("https://a.example/x");
  expect(replace).toHaveBeenCalledWith("https://a.example/x");
  expect(assign).not.toHaveBeenCalled();
  await navigateTo("https://a.example/y");
  expect(assign).toHaveBeenCalledWith("https://a.example/y");
  vi.restoreAllMocks();
});
