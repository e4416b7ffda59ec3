/** Tests M17: one load a page, a time limit, and a retry after a failure. */
import { expect, test, vi } from "vitest";
import { pages } from "../routes.ts";
import { type ImportPage, loadedPage, loadPage, PAGE_LOAD_MAX_MS } from "./page-modules.ts";

const [first, second] = pages;
if (!first || !second) throw new Error("the route table is empty");

test("M17 a page's chunk is requested once, and again only after a failure", async () => {
  const Shown = () => null;
  const importPage = vi
    .fn<ImportPage>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue(Shown);
  await expect(loadPage(first, importPage)).rejects.toThrow("offline");
  expect(await loadPage(first, importPage)).toBe(Shown);
  await loadPage(first, importPage);
  expect(importPage).toHaveBeenCalledTimes(2);
  expect(loadedPage(first)).toBe(Shown);
});

test("M17 a load that takes longer than 60 s has failed", async () => {
  vi.useFakeTimers();
  const late = loadPage(second, () => new Promise(() => {})).catch(String);
  await vi.advanceTimersByTimeAsync(PAGE_LOAD_MAX_MS);
  expect(await late).toContain("timed out");
  vi.useRealTimers();
});
