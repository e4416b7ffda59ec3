/** Tests that a choice waits for the page that requested it: once, and for a limited time. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storePickedAddress, takePickedAddress } from "./location-choice.ts";

const ADDRESS = {
  addressId: "a-1",
  name: "张三",
  phone: "138****8000",
  text: "广东省 深圳市 南山区 科技园1号",
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test("a chosen address is returned as it was stored, once", () => {
  expect(takePickedAddress()).toBeUndefined();
  storePickedAddress(ADDRESS);
  expect(takePickedAddress()).toMatchObject(ADDRESS);
  expect(takePickedAddress()).toBeUndefined();
});

test("an address that no page has read is removed after ten minutes", () => {
  storePickedAddress(ADDRESS);
  vi.advanceTimersByTime(10 * 60_000 + 1);
  expect(takePickedAddress()).toBeUndefined();
});
