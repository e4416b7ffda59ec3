// @vitest-environment happy-dom
/** Tests the text of the offline notice. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  markSlow,
  markReachable,
  setContentReadAt,
  markUnreachable,
} from "../device/network-state.ts";
import { contentAgeText } from "./offline-message.tsx";
import { loadOfflineMessage, OfflineNotice } from "./offline-notice.tsx";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => {
  setContentReadAt("test", undefined);
  markReachable();
  vi.unstubAllGlobals();
});

const at = (text: string) => Date.parse(`${text}+08:00`);

test("content of today is shown with its time, older content with its day too", () => {
  const now = at("2025-11-21T12:30:00");
  expect(contentAgeText(at("2025-11-21T11:57:10"), now)).toBe("11:57");
  expect(contentAgeText(at("2025-11-20T11:57:10"), now)).toBe("11-20 11:57");
});

test("the notice is announced politely when the network is lost, and removed when it is back", async () => {
  const box = document.createElement("div");
  const root = createRoot(box);
  act(() => root.render(<OfflineNotice />));
  const line = box.querySelector("[role=status]");
  expect(line?.textContent).toBe("");
  await act(async () => {
    markUnreachable();
    await loadOfflineMessage();
  });
  expect(line?.textContent).toBe("没有网络重试");
  const seenAt = Date.now();
  act(() => setContentReadAt("test", seenAt));
  expect(line?.textContent).toBe(`没有网络，显示 ${contentAgeText(seenAt)} 的内容重试`);
  act(() => markReachable());
  act(() => markSlow());
  expect(line?.textContent).toContain("网络较慢，显示");
  act(() => markReachable());
  expect(line?.textContent).toBe("");
  act(() => root.unmount());
});
