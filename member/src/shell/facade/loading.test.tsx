// @vitest-environment happy-dom
/**
 * Tests how the loading dialog ends (D05): the bar jumps to 100, and the dialog closes 180 ms
 * later.
 */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOADING_TEXT } from "./defaults.ts";
import { Loading } from "./loading.tsx";

let root: Root;
const settle = vi.fn<() => void>();
const bar = () =>
  Number(document.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow"));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  settle.mockClear();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the dialog; the returned function ends the work it waits for. */
async function open(progress?: number): Promise<() => void> {
  let end: () => void = () => undefined;
  const closing = new Promise<void>((done) => (end = done));
  const ask = { text: LOADING_TEXT, closing, ...(progress === undefined ? {} : { progress }) };
  await act(async () => root.render(<Loading ask={ask} settle={settle} />));
  return end;
}

test.each([undefined, 40])(
  "D05 with progress %s: 100 on close, removed after 180 ms",
  async (progress) => {
    const end = await open(progress);
    await pass(800);
    const busy = bar();
    expect(busy).toBeGreaterThan(5);
    expect(busy).toBeLessThanOrEqual(88);
    end();
    await pass(0);
    expect(bar()).toBe(100);
    await pass(179);
    expect(settle).not.toHaveBeenCalled();
    await pass(1);
    expect(settle).toHaveBeenCalledTimes(1);
  },
);

test("D05 the bar is at 5 for 80 ms and then rises", async () => {
  await open();
  expect(bar()).toBe(5);
  await pass(79);
  expect(bar()).toBe(5);
  await pass(1);
  expect(bar()).toBeGreaterThan(5);
});

test("D05 work that takes an hour never passes 88", async () => {
  await open();
  await pass(3_600_000);
  expect(bar()).toBe(88);
});
