/** Tests U09: the timeout of a task. */
import { expect, test } from "vitest";
import { withTimeout } from "./with-timeout.ts";

test("U09 a task that takes too long is rejected with the spec's message", async () => {
  await expect(withTimeout(new Promise(() => {}), 5)).rejects.toThrow("MicroTask timed out");
  await expect(withTimeout(Promise.resolve(7), 5)).resolves.toBe(7);
  await expect(withTimeout(Promise.reject(new Error("no")), 5)).rejects.toThrow("no");
});
