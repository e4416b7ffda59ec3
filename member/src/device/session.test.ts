// @vitest-environment happy-dom
/**
 * Tests U03: one renewal for all simultaneous callers, the result of each response, and the
 * notification that a login is required.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onNeedLogin, notifyNeedLogin } from "./need-login.ts";
import { renewSession } from "./session.ts";
import { saveToken, storedToken, tokenState } from "./token.ts";

const grant = { token: "a.b.c", tokenExpired: 4_000_000_000_000 };
const answer = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  localStorage.clear();
  // Simulates a browser without locks between tabs.
  vi.stubGlobal("navigator", { userAgent: navigator.userAgent });
  saveToken({ token: "old.old.old", tokenExpired: 1 });
});
afterEach(() => vi.unstubAllGlobals());

test("U03 simultaneous callers share one renewal", async () => {
  const sent = answer({ status: true, data: grant });
  vi.stubGlobal("fetch", sent);
  expect(await Promise.all([renewSession(), renewSession()])).toEqual(["renewed", "renewed"]);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(storedToken()).toBe(grant.token);
  expect(tokenState()).toBe("valid");
});

test("U03 a refused renewal ends the login, a missing response does not", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  expect(await renewSession()).toBe("unreachable");
  expect(tokenState()).toBe("expired");
  vi.stubGlobal("fetch", answer({ status: false, code: "AUTH_EXPIRED" }, 401));
  expect(await renewSession()).toBe("refused");
  expect(tokenState()).toBe("missing");
});

test("U03 a registered listener takes over with the spec's message, and only while it is registered", () => {
  expect(notifyNeedLogin("/pages/user/wallet")).toBe(false);
  const listener = vi.fn();
  const stop = onNeedLogin(listener);
  expect(notifyNeedLogin("/pages/user/wallet")).toBe(true);
  localStorage.clear();
  expect(notifyNeedLogin("/")).toBe(true);
  expect(listener.mock.calls).toEqual([
    [{ errMsg: "token expired", uniIdRedirectUrl: "/pages/user/wallet" }],
    [{ errMsg: "check token failed", uniIdRedirectUrl: "/" }],
  ]);
  stop();
  expect(notifyNeedLogin("/")).toBe(false);
});
