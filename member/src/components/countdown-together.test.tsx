/** Tests that all countdowns of a page use one clock. */
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { updateClockOffset } from "../device/clock.ts";
import { Countdown } from "./countdown.tsx";
import { renderComponent } from "./testing.tsx";

const START = Date.UTC(2026, 10, 22, 4, 0, 0, 250);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test("two countdowns drawn at different moments show the same time and change together", async () => {
  const endsAt = START + 60_000;
  const first = await renderComponent(<Countdown appearance="text" endsAt={endsAt} />);
  await pass(600);
  const second = await renderComponent(<Countdown appearance="text" endsAt={endsAt} />);
  const both = () => [first.page.textContent, second.page.textContent];
  const seen = new Set<string | null>();
  for (let step = 0; step < 30; step += 1) {
    const [one, other] = both();
    expect(other).toBe(one);
    seen.add(one ?? null);
    await pass(100);
  }
  expect(seen.size).toBe(4);
  await first.remove();
  await second.remove();
});

test("a countdown follows the server's clock and calls its end handler once", async () => {
  // The server is ten seconds ahead of the device.
  updateClockOffset(new Date(START + 10_000).toUTCString(), START, START + 20);
  const onEnd = vi.fn();
  const { page, remove } = await renderComponent(
    <Countdown appearance="text" endsAt={START + 15_000} onEnd={onEnd} />,
  );
  expect(["00:05", "00:06"]).toContain(page.textContent);
  await pass(7_000);
  expect(page.textContent).toBe("00:00");
  await pass(3_000);
  expect(onEnd).toHaveBeenCalledTimes(1);
  await remove();
});
