/** Tests that an easily guessed pay password is refused. */
import { expect, test } from "vitest";
import { passwordError } from "./pay-password.ts";

test("six equal digits and ascending or descending runs are refused at once", () => {
  for (const weak of ["000000", "888888", "123456", "456789", "654321", "987654"]) {
    expect(passwordError(weak), weak).toBeDefined();
  }
});

test("other passwords are sent to the server", () => {
  for (const fine of ["135790", "112233", "200812", "987653", "012346"]) {
    expect(passwordError(fine), fine).toBeUndefined();
  }
});
