/** Tests that the offset of the device's clock is computed from ordinary responses. */
import { beforeEach, expect, test, vi } from "vitest";
import type * as Clock from "./clock.ts";

const second = (at: number) => new Date(at).toUTCString();
const AT = Date.UTC(2026, 10, 21, 4);
let clock: typeof Clock;

beforeEach(async () => {
  vi.resetModules();
  clock = await import("./clock.ts");
});

test("there is no offset before the first response, and a missing header gives none", () => {
  clock.updateClockOffset(null, AT, AT);
  expect(clock.clockOffset()).toBeUndefined();
});

test("one response bounds the offset by its whole second and its travel time", () => {
  // The server, exactly one minute ahead, responds within 100 ms.
  clock.updateClockOffset(second(AT + 60_000), AT, AT + 100);
  expect(clock.clockOffset()).toEqual({ offsetMs: 60_450, plusMinusMs: 550 });
});

test("many responses narrow the bounds, always around the true offset", () => {
  const ahead = 2_345;
  for (let index = 0; index < 40; index++) {
    const sentAt = AT + index * 1_037;
    clock.updateClockOffset(second(sentAt + 20 + ahead), sentAt, sentAt + 40);
  }
  const known = clock.clockOffset();
  expect(known?.plusMinusMs).toBeLessThan(60);
  expect(Math.abs((known?.offsetMs ?? 0) - ahead)).toBeLessThanOrEqual(known?.plusMinusMs ?? 0);
});

test("a clock that was changed is measured again", () => {
  clock.updateClockOffset(second(AT), AT, AT + 10);
  clock.updateClockOffset(second(AT), AT + 600_000, AT + 600_010);
  expect(clock.clockOffset()?.offsetMs).toBe(-599_505);
});
