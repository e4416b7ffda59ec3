/** Tests of the end of an idle session, in this tab and in the others. */
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isInBackground } from "../../api/activity.ts";
import { isTokenValid, onTokenChange, saveToken } from "../../api/token.ts";
import { button, click, mount, pressKey, textsOf } from "../testing.tsx";
import { SessionWatch } from "./session-watch.tsx";

const MINUTE = 60_000;
const onEnd = vi.fn();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const countdown = () => textsOf("[role=timer]");
/** What the browser does in this tab when another one writes. */
const otherTabWrites = (key: string, value: string | null) =>
  act(async () => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  localStorage.clear();
  onEnd.mockClear();
});
afterEach(() => vi.useRealTimers());

test("the countdown of two minutes begins at 28 minutes, and the session ends at 30, once", async () => {
  const { remove } = await mount(<SessionWatch onEnd={onEnd} />);
  await pass(28 * MINUTE - 1_000);
  expect(countdown()).toEqual([]);
  await pass(1_000);
  expect(countdown()).toEqual(["120 秒后自动退出。已填写的内容会保留。"]);
  await pass(119_000);
  expect([countdown(), onEnd.mock.calls.length]).toEqual([
    ["1 秒后自动退出。已填写的内容会保留。"],
    0,
  ]);
  await pass(5_000);
  expect(onEnd).toHaveBeenCalledOnce();
  await remove();
});

test("a key or a press before the countdown begins the 30 minutes anew", async () => {
  const { remove } = await mount(<SessionWatch onEnd={onEnd} />);
  await pass(27 * MINUTE);
  await pressKey("j");
  await pass(27 * MINUTE);
  expect(countdown()).toEqual([]);
  await act(async () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })));
  await pass(28 * MINUTE - 1_000);
  expect(countdown()).toEqual([]);
  await remove();
});

test("in the countdown only the button continues the session", async () => {
  const { remove } = await mount(<SessionWatch onEnd={onEnd} />);
  await pass(29 * MINUTE);
  await pressKey("j");
  await pass(1_000);
  expect(countdown()[0]).toContain("59 秒");
  await click(button("继续使用"));
  expect(countdown()).toEqual([]);
  await pass(27 * MINUTE);
  expect([countdown(), onEnd.mock.calls]).toEqual([[], []]);
  await remove();
});

test("work in another tab keeps this one", async () => {
  const { remove } = await mount(<SessionWatch onEnd={onEnd} />);
  await pass(29 * MINUTE);
  await otherTabWrites("console-active-at", String(Date.now()));
  await pass(1_000);
  expect(countdown()).toEqual([]);
  await pass(27 * MINUTE);
  expect(onEnd).not.toHaveBeenCalled();
  await remove();
});

test("a logout in another tab is told here", async () => {
  saveToken({ token: "t", tokenExpired: Date.now() + MINUTE });
  const heard = vi.fn();
  const stop = onTokenChange(() => heard(isTokenValid()));
  await otherTabWrites("console-token", null);
  expect(heard.mock.calls).toEqual([[false]]);
  await otherTabWrites("console-columns:退款", "a");
  stop();
  await otherTabWrites("console-token", "u");
  expect(heard).toHaveBeenCalledOnce();
});

test("requests after a minute without work do not prolong the session", async () => {
  const { remove } = await mount(<SessionWatch onEnd={onEnd} />);
  await pass(MINUTE);
  expect(isInBackground()).toBe(false);
  await pass(1_000);
  expect(isInBackground()).toBe(true);
  await pressKey("j");
  expect(isInBackground()).toBe(false);
  await remove();
});
