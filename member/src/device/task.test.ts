/** Holds U09: the time-out of a task. */
import { expect, test } from "vitest";
import { within } from "./task.ts";

test("U09 a task that takes too long is refused with the spec's words", async () => {
  await expect(within(new Promise(() => {}), 5)).rejects.toThrow("MicroTask timed out");
  await expect(within(Promise.resolve(7), 5)).resolves.toBe(7);
  await expect(within(Promise.reject(new Error("no")), 5)).rejects.toThrow("no");
});
