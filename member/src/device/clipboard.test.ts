/** Tests copying where the browser allows it, refuses it, or has no clipboard. */
import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./clipboard.ts";

afterEach(() => vi.unstubAllGlobals());

test("a refused or absent clipboard is told apart from a copy, and never throws", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copyText("2026 1123")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("2026 1123");
  const refuse = () => Promise.reject(new DOMException("", "NotAllowedError"));
  vi.stubGlobal("navigator", { clipboard: { writeText: refuse } });
  expect(await copyText("2026 1123")).toBe(false);
  vi.stubGlobal("navigator", {});
  expect(await copyText("2026 1123")).toBe(false);
});
