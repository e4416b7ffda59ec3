/** Tests how short messages are announced and how long they stay. */
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { mount, textsOf } from "./testing.tsx";
import { tell, tellFailure, Toasts } from "./toast.tsx";

afterEach(() => vi.useRealTimers());

test("what was done is a status for 4 seconds, what failed is an alert for 8", async () => {
  const { remove } = await mount(<Toasts />);
  vi.useFakeTimers();
  await act(async () => {
    tell("已批准");
    tellFailure("没有导出");
  });
  expect([textsOf("[role=status]"), textsOf("[role=alert]")]).toEqual([["已批准"], ["没有导出"]]);
  await act(() => vi.advanceTimersByTimeAsync(3_999));
  expect(textsOf("[role=status] p")).toEqual(["已批准"]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([textsOf("[role=status] p"), textsOf("[role=alert] p")]).toEqual([[], ["没有导出"]]);
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(textsOf("[role=alert] p")).toEqual([]);
  await remove();
});

test("both regions exist before the first message, so a screen reader announces it", async () => {
  const { remove } = await mount(<Toasts />);
  expect([textsOf("[role=status]"), textsOf("[role=alert]")]).toEqual([[""], [""]]);
  await remove();
});
