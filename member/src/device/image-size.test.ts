/** Tests D12: polling every 50 ms, for 30 s. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { naturalSizeOf } from "./image-size.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An image that loads after `ms`, and how often it was polled. */
function imageAfter(ms: number) {
  const since = Date.now();
  const counted = { polls: 0 };
  const image = {
    get naturalWidth() {
      counted.polls += 1;
      return Date.now() - since >= ms ? 300 : 0;
    },
    naturalHeight: 200,
  };
  return { image, counted };
}

test("D12 an image that has loaded has its size at once", async () => {
  const { image, counted } = imageAfter(0);
  await expect(naturalSizeOf(image)).resolves.toEqual({ width: 300, height: 200 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counted.polls).toBe(1);
});

test("D12 an image is polled every 50 ms until it has loaded", async () => {
  const { image, counted } = imageAfter(120);
  const size = naturalSizeOf(image);
  await vi.advanceTimersByTimeAsync(49);
  expect(counted.polls).toBe(1);
  await vi.advanceTimersByTimeAsync(101);
  expect(counted.polls).toBe(4);
  await expect(size).resolves.toEqual({ width: 300, height: 200 });
});

test("D12 after 30 s it fails with 图片加载超时", async () => {
  const { image, counted } = imageAfter(Infinity);
  const failed = vi.fn<(cause: unknown) => void>();
  const waiting = naturalSizeOf(image).catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(failed.mock.calls).toMatchObject([[{ message: "图片加载超时" }]]);
  const polls = counted.polls;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counted.polls).toBe(polls);
});

test("D12 polling stops once the image is removed from the page", async () => {
  const { image, counted } = imageAfter(Infinity);
  const gone = new AbortController();
  void naturalSizeOf(image, { signal: gone.signal });
  gone.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counted.polls).toBe(1);
});
