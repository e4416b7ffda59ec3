/** Tests M17: one load a page, a time limit, and a retry after a failure. */
import { expect, test, vi } from "vitest";
import type { Page } from "../pages.ts";
import { loadedPage, loadPage, PAGE_LOAD_MAX_MS } from "./page-modules.ts";

const pageWith = (path: string, load: Page["load"]): Page => ({
  path,
  title: "",
  login: false,
  bar: "ground",
  queries: false,
  load,
});

test("M17 a page's chunk is requested once, and again only after a failure", async () => {
  const Shown = () => null;
  const load = vi
    .fn<Page["load"]>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue({ default: Shown });
  const page = pageWith("/a", load);
  await expect(loadPage(page)).rejects.toThrow("offline");
  expect(await loadPage(page)).toBe(Shown);
  await loadPage(page);
  expect(load).toHaveBeenCalledTimes(2);
  expect(loadedPage(page)).toBe(Shown);
});

test("M17 a load that takes longer than 60 s has failed", async () => {
  vi.useFakeTimers();
  const late = loadPage(pageWith("/b", () => new Promise(() => {}))).catch(String);
  await vi.advanceTimersByTimeAsync(PAGE_LOAD_MAX_MS);
  expect(await late).toContain("timed out");
  vi.useRealTimers();
});
