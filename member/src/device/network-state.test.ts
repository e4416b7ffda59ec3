// @vitest-environment happy-dom
/** Tests how the app detects that the network is lost and restored. */
import { afterEach, expect, test, vi } from "vitest";
import {
  markSlow,
  onNetworkStateChange,
  onReconnect,
  networkState,
  markReachable,
  retryConnection,
  setContentReadAt,
  markUnreachable,
  monitorNetwork,
} from "./network-state.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  setContentReadAt("a", undefined);
  setContentReadAt("b", undefined);
  markReachable();
});

test("a failed read means away, any response means back, and then everything is read again once", () => {
  const listener = vi.fn();
  const read = vi.fn();
  const stops = [onNetworkStateChange(listener), onReconnect(read)];
  markUnreachable();
  markUnreachable();
  expect([networkState().network, listener.mock.calls.length]).toEqual(["away", 1]);
  markReachable();
  markReachable();
  expect([networkState().network, listener.mock.calls.length, read.mock.calls.length]).toEqual([
    "there",
    2,
    1,
  ]);
  stops.forEach((stop) => stop());
});

test("slow is reported only for an available network", () => {
  markSlow();
  expect(networkState().network).toBe("slow");
  markUnreachable();
  markSlow();
  expect(networkState().network).toBe("away");
});

test("the reported age is that of the oldest visible content", () => {
  setContentReadAt("a", 2_000);
  setContentReadAt("b", 1_000);
  expect(networkState().contentReadAt).toBe(1_000);
  setContentReadAt("b", undefined);
  expect(networkState().contentReadAt).toBe(2_000);
});

test("the phone's offline event is trusted, its online event is verified", async () => {
  monitorNetwork();
  const stop = monitorNetwork();
  const ask = vi.fn(() => Promise.reject(new TypeError("failed")));
  vi.stubGlobal("fetch", ask);
  dispatchEvent(new Event("offline"));
  expect(networkState().network).toBe("away");
  dispatchEvent(new Event("online"));
  await expect.poll(() => ask).toHaveBeenCalledTimes(1);
  expect(networkState().network).toBe("away");
  vi.stubGlobal("fetch", async () => new Response("1.0.0+aaa"));
  await retryConnection();
  expect(networkState().network).toBe("there");
  stop();
});
