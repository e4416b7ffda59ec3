// @vitest-environment happy-dom
/**
 * Tests that a request rejected during an account merge is sent once more under the remaining
 * account, or fails with the refusal's message.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api.ts";
import { waitForNextLogin } from "./device/session.ts";
import { saveToken } from "./device/token.ts";

const FAR = 4_000_000_000_000;
const old = { token: "old.old.old", tokenExpired: FAR };
const remaining = { token: "new.new.new", tokenExpired: FAR };
const MERGED = { status: false, code: "ACCOUNT_MERGED", msg: "账号已合并" };

type Sent = { readonly token: string | null; readonly key: string | null };
const sent: Sent[] = [];

/** Behaves like the server: the ended account is refused, the remaining one is served. */
function serve(onRefused: () => void): void {
  vi.stubGlobal("fetch", (_address: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const token = headers.get("authorization");
    sent.push({ token, key: headers.get("idempotency-key") });
    if (token === remaining.token) {
      return Promise.resolve(Response.json({ status: true, data: { orderNo: "1" } }));
    }
    onRefused();
    return Promise.resolve(Response.json(MERGED));
  });
}

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  saveToken(old);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const hide = () => api.orders.hide({ orderNo: "1" }, { idempotencyKey: "key" });

test("a request of the ended account waits for the new login and is sent again with the same idempotency key", async () => {
  serve(() => setTimeout(() => saveToken(remaining)));
  expect(await hide()).toEqual({ orderNo: "1" });
  expect(sent).toEqual([
    { token: old.token, key: "key" },
    { token: remaining.token, key: "key" },
  ]);
});

test("without a new login the request fails with the message of the refusal", async () => {
  vi.useFakeTimers();
  serve(() => undefined);
  const failure = hide().catch((thrown: unknown) => thrown);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ code: "ACCOUNT_MERGED", userMessage: "账号已合并" });
  expect(sent).toHaveLength(1);
});

test("a login that was stored meanwhile is used at once", async () => {
  saveToken(remaining);
  expect(await waitForNextLogin(old.token)).toBe(true);
});
