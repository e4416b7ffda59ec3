/** A pay password that anyone would try first is not taken. */
import { expect, test } from "vitest";
import { passwordError } from "./pay-password.ts";

test("one figure six times and runs up or down are refused at once", () => {
  for (const weak of ["000000", "888888", "123456", "456789", "654321", "987654"]) {
    expect(passwordError(weak), weak).toBeDefined();
  }
});

test("other passwords go to the server", () => {
  for (const fine of ["135790", "112233", "200812", "987653", "012346"]) {
    expect(passwordError(fine), fine).toBeUndefined();
  }
});
