/** The device's clock is compared with the server's by what answers say anyway. */
import { beforeEach, expect, test, vi } from "vitest";
import type * as Clock from "./clock.ts";

const second = (at: number) => new Date(at).toUTCString();
const AT = Date.UTC(2026, 10, 21, 4);
let clock: typeof Clock;

beforeEach(async () => {
  vi.resetModules();
  clock = await import("./clock.ts");
});

test("nothing is known before the first answer, and a missing header teaches nothing", () => {
  clock.updateClockOffset(null, AT, AT);
  expect(clock.clockOffset()).toBeUndefined();
});

test("one answer bounds the offset by its whole second and its travel", () => {
  // The server, exactly a minute ahead, answers within 100 ms.
  clock.updateClockOffset(second(AT + 60_000), AT, AT + 100);
  expect(clock.clockOffset()).toEqual({ offsetMs: 60_450, plusMinusMs: 550 });
});

test("many answers bound it ever closer, always around the truth", () => {
  const ahead = 2_345;
  for (let asked = 0; asked < 40; asked++) {
    const sentAt = AT + asked * 1_037;
    clock.updateClockOffset(second(sentAt + 20 + ahead), sentAt, sentAt + 40);
  }
  const known = clock.clockOffset();
  expect(known?.plusMinusMs).toBeLessThan(60);
  expect(Math.abs((known?.offsetMs ?? 0) - ahead)).toBeLessThanOrEqual(known?.plusMinusMs ?? 0);
});

test("a clock that was set is learned anew", () => {
  clock.updateClockOffset(second(AT), AT, AT + 10);
  clock.updateClockOffset(second(AT), AT + 600_000, AT + 600_010);
  expect(clock.clockOffset()?.offsetMs).toBe(-599_505);
});
