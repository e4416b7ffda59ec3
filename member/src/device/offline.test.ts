// @vitest-environment happy-dom
/** Holds how the app knows that the network is away, and back. */
import { afterEach, expect, test, vi } from "vitest";
import {
  lagged,
  onReach,
  onReturn,
  reach,
  reached,
  retry,
  showsFrom,
  unreached,
  watchNetwork,
} from "./offline.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  showsFrom("a", undefined);
  showsFrom("b", undefined);
  reached();
});

test("a read that failed means away, any answer means back, and then all is read anew once", () => {
  const tell = vi.fn();
  const read = vi.fn();
  const stops = [onReach(tell), onReturn(read)];
  unreached();
  unreached();
  expect([reach().network, tell.mock.calls.length]).toEqual(["away", 1]);
  reached();
  reached();
  expect([reach().network, tell.mock.calls.length, read.mock.calls.length]).toEqual([
    "there",
    2,
    1,
  ]);
  stops.forEach((stop) => stop());
});

test("slow is told only of a network that is there", () => {
  lagged();
  expect(reach().network).toBe("slow");
  unreached();
  lagged();
  expect(reach().network).toBe("away");
});

test("the age told is that of the oldest content in sight", () => {
  showsFrom("a", 2_000);
  showsFrom("b", 1_000);
  expect(reach().seenAt).toBe(1_000);
  showsFrom("b", undefined);
  expect(reach().seenAt).toBe(2_000);
});

test("the phone's word is believed for away, and checked for back", async () => {
  watchNetwork();
  const stop = watchNetwork();
  const ask = vi.fn(() => Promise.reject(new TypeError("failed")));
  vi.stubGlobal("fetch", ask);
  dispatchEvent(new Event("offline"));
  expect(reach().network).toBe("away");
  dispatchEvent(new Event("online"));
  await expect.poll(() => ask).toHaveBeenCalledTimes(1);
  expect(reach().network).toBe("away");
  vi.stubGlobal("fetch", async () => new Response("1.0.0+aaa"));
  await retry();
  expect(reach().network).toBe("there");
  stop();
});
