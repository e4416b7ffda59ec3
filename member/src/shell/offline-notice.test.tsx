// @vitest-environment happy-dom
/** Holds the words of the line that says the network is away. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lagged, reached, showsFrom, unreached } from "../device/offline.ts";
import { seenText } from "./offline-line.tsx";
import { loadLine, OfflineNotice } from "./offline-notice.tsx";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => {
  showsFrom("test", undefined);
  reached();
  vi.unstubAllGlobals();
});

const at = (text: string) => Date.parse(`${text}+08:00`);

test("today's content is named by its time, an older one by its day too", () => {
  const now = at("2025-11-21T12:30:00");
  expect(seenText(at("2025-11-21T11:57:10"), now)).toBe("11:57");
  expect(seenText(at("2025-11-20T11:57:10"), now)).toBe("11-20 11:57");
});

test("it is announced politely when the network goes, and is gone when it is back", async () => {
  const box = document.createElement("div");
  const root = createRoot(box);
  act(() => root.render(<OfflineNotice />));
  const line = box.querySelector("[role=status]");
  expect(line?.textContent).toBe("");
  await act(async () => {
    unreached();
    await loadLine();
  });
  expect(line?.textContent).toBe("没有网络重试");
  const seenAt = Date.now();
  act(() => showsFrom("test", seenAt));
  expect(line?.textContent).toBe(`没有网络，显示 ${seenText(seenAt)} 的内容重试`);
  act(() => reached());
  act(() => lagged());
  expect(line?.textContent).toContain("网络较慢，显示");
  act(() => reached());
  expect(line?.textContent).toBe("");
  act(() => root.unmount());
});
