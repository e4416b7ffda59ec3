// @vitest-environment happy-dom
/** Tests D00, D02, D03 and D05: waiting for the host, the defaults, and the bar's curve. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { confirm, loading, notice, toast } from "./facade.ts";
import { progressAfter } from "./loading-progress.ts";
import { registerHost, openDialogs } from "./dialog-queue.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("D00 a call before the host has mounted waits, polling every 88 ms", async () => {
  void toast("早");
  await vi.advanceTimersByTimeAsync(500);
  expect(openDialogs()).toHaveLength(0);
  const unmount = registerHost();
  await vi.advanceTimersByTimeAsync(88);
  expect(openDialogs()).toMatchObject([
    { kind: "toast", request: { text: "早", kind: "text", durationMs: 2000 } },
  ]);
  const [open] = openDialogs();
  if (open?.kind === "toast") open.settle();
  unmount();
});

test("D00 a waiting call polls at each multiple of 88 ms, not before and not later", async () => {
  void toast("早");
  await vi.advanceTimersByTimeAsync(100);
  const unmount = registerHost();
  await vi.advanceTimersByTimeAsync(75);
  expect(openDialogs()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  const [open] = openDialogs();
  expect(open?.kind).toBe("toast");
  if (open?.kind === "toast") open.settle();
  unmount();
});

test("D00 a host that never mounts causes the spec's error", async () => {
  const failure = toast("无").catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(await failure).toEqual(new Error("Failed to initialize Facade Interface !"));
});

test("D02 confirm has the spec's defaults and resolves with yes or no", async () => {
  const unmount = registerHost();
  const answer = confirm({ content: "继续吗" });
  await vi.advanceTimersByTimeAsync(0);
  const [open] = openDialogs();
  expect(open?.request).toMatchObject({
    title: "提示",
    cancelText: "取消",
    confirmText: "确定",
    content: "继续吗",
  });
  if (open?.kind === "confirm") open.settle(true);
  expect(await answer).toBe(true);
  expect(openDialogs()).toHaveLength(0);
  unmount();
});

test("D03 notice has one button 我知道了 by default", async () => {
  const unmount = registerHost();
  const answer = notice({ content: "换菜单了" });
  await vi.advanceTimersByTimeAsync(0);
  const [open] = openDialogs();
  expect(open?.request).toMatchObject({ type: "default", buttons: [{ text: "我知道了" }] });
  if (open?.kind === "notice") open.settle("我知道了");
  expect(await answer).toBe("我知道了");
  unmount();
});

test("D05 loading closes on request or after its duration", async () => {
  const unmount = registerHost();
  loading({ durationMs: 300 });
  await vi.advanceTimersByTimeAsync(0);
  const [open] = openDialogs();
  if (open?.kind !== "loading") throw new Error("no loading is open");
  expect(open.request.text).toBe("加载中...");
  let isClosing = false;
  void open.request.closing.then(() => (isClosing = true));
  await vi.advanceTimersByTimeAsync(299);
  expect(isClosing).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isClosing).toBe(true);
  open.settle();
  unmount();
});

test("D05 the bar starts at 5, rises every 80 ms and never passes 88", () => {
  expect(progressAfter(0)).toBe(5);
  expect(progressAfter(79)).toBe(5);
  expect(progressAfter(80)).toBeGreaterThan(5);
  const curve = Array.from({ length: 200 }, (_, step) => progressAfter(step * 80));
  expect(curve).toEqual([...curve].sort((a, b) => a - b));
  expect(Math.max(...curve)).toBeLessThanOrEqual(88);
});
