/** What is chosen waits for the page that asked: once, and not for ever. */
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

test("an address is taken as it was left, once", () => {
  expect(takePickedAddress()).toBeUndefined();
  storePickedAddress(ADDRESS);
  expect(takePickedAddress()).toMatchObject(ADDRESS);
  expect(takePickedAddress()).toBeUndefined();
});

test("an address nobody came for is gone after ten minutes", () => {
  storePickedAddress(ADDRESS);
  vi.advanceTimersByTime(10 * 60_000 + 1);
  expect(takePickedAddress()).toBeUndefined();
});
