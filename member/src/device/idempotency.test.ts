// @vitest-environment happy-dom
/** Tests retries: one intent has one key until a definite response arrived. */
import { beforeEach, expect, test } from "vitest";
import { ApiFailure } from "./failure.ts";
import { idempotencyKeyFor, withIdempotencyKey } from "./idempotency.ts";

beforeEach(() => localStorage.clear());
const failed = (status: number) => new ApiFailure({ code: "X", message: "x", status });

test("an unanswered intent retains its key, an answered one gets a new key", async () => {
  const first = idempotencyKeyFor("redeem:s1");
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  for (const unknown of [0, 503, 409]) {
    await expect(
      withIdempotencyKey("redeem:s1", () => Promise.reject(failed(unknown))),
    ).rejects.toThrow();
    expect(idempotencyKeyFor("redeem:s1")).toBe(first);
  }
  expect(await withIdempotencyKey("redeem:s1", async (key) => key)).toBe(first);
  const second = idempotencyKeyFor("redeem:s1");
  expect(second).not.toBe(first);
  await expect(
    withIdempotencyKey("redeem:s1", () => Promise.reject(failed(200))),
  ).rejects.toThrow();
  expect(idempotencyKeyFor("redeem:s1")).not.toBe(second);
});

test("the key is stored before the call is made", async () => {
  await withIdempotencyKey("pay:o1", async (key) => expect(idempotencyKeyFor("pay:o1")).toBe(key));
});
