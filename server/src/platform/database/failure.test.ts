/** Tests which errors of the database mean that it, or a node of its cluster, is away. */
import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { databaseIsDown } from "./failure.ts";

function raised(code: string, message: string): Error {
  const error = new DatabaseError(message, message.length, "error");
  error.code = code;
  return new Error("query failed", { cause: error });
}

// The texts of a Citus cluster whose node was killed while it wrote.
test.each([
  [
    "08006",
    "connection to the remote node app@10.0.0.3:5432 failed with the following error: …",
    true,
  ],
  ["XX000", "SSL SYSCALL error: EOF detected\ninvalid socket", true],
  ["XX000", "server closed the connection unexpectedly", true],
  ["57P01", "terminating connection due to administrator command", true],
  ["XX000", "cache lookup failed for type 42", false],
  ["23505", "server closed the connection unexpectedly", false],
])("%s: %s", (code, message, isDown) => {
  expect(databaseIsDown(raised(code, message))).toBe(isDown);
});
