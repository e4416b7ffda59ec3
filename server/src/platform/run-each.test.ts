import { expect, test } from "vitest";
import { runEach, throwFailures } from "./run-each.ts";

test("one that fails does not stop the others, and is returned with its error", async () => {
  const error = new Error("two is broken");
  const seen: number[] = [];
  const failures = await runEach([1, 2, 3], async (item) => {
    seen.push(item);
    if (item === 2) throw error;
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(failures).toEqual([{ item: 2, error }]);
});

test("at most so many run at once", async () => {
  let running = 0;
  let most = 0;
  await runEach(
    [1, 2, 3, 4, 5],
    async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
    },
    2,
  );
  expect(most).toBe(2);
});

test("failures are thrown together under a message; without one nothing is thrown", () => {
  const error = new Error("two is broken");
  expect(() => throwFailures([], "some were not closed")).not.toThrow();
  expect(() => throwFailures([{ item: 2, error }], "some were not closed")).toThrow(
    expect.objectContaining({ message: "some were not closed", errors: [error] }),
  );
});
