/** Tests the favourite stores of a device without a login. */
import { beforeEach, expect, test } from "vitest";
import { deviceFavourites, setDeviceFavourite } from "./favourite-stores.ts";

beforeEach(() => localStorage.clear());

test("the newest favourite comes first, once, and can be removed", () => {
  setDeviceFavourite("kfc-1", true);
  setDeviceFavourite("kfc-2", true);
  setDeviceFavourite("kfc-1", true);
  expect(deviceFavourites()).toEqual(["kfc-1", "kfc-2"]);
  setDeviceFavourite("kfc-1", false);
  setDeviceFavourite("kfc-2", false);
  expect(deviceFavourites()).toEqual([]);
});

test("the oldest favourite beyond twenty is dropped", () => {
  for (let n = 0; n < 21; n++) setDeviceFavourite(`kfc-${n}`, true);
  expect(deviceFavourites()).toHaveLength(20);
  expect(deviceFavourites()).not.toContain("kfc-0");
});
