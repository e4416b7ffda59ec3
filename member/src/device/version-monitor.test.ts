// @vitest-environment happy-dom
/** Tests U07: a newer build is announced once, and nothing else is. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkVersion, startVersionMonitor, type VersionMonitor } from "./version-monitor.ts";

const watchOf = (found: () => Promise<string>): VersionMonitor => ({
  current: "1.0.0+aaa",
  fetchVersion: found,
  isBusy: () => false,
  alert: vi.fn(async () => true),
  prepare: vi.fn(),
  activateBuild: vi.fn(async () => undefined),
  reload: vi.fn(),
});

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("U07 a different version alerts and reloads once, never in a loop", async () => {
  const watch = watchOf(async () => "1.0.0+bbb\n");
  await checkVersion(watch);
  expect(watch.alert).toHaveBeenCalledWith("发现更新，请点击确定升级");
  expect(watch.reload).toHaveBeenCalledTimes(1);
  await checkVersion(watch);
  expect(watch.reload).toHaveBeenCalledTimes(1);
});

test("U07 the same version, a failed check and a foreign page cause no alert", async () => {
  for (const found of [
    async () => "1.0.0+aaa",
    () => Promise.reject(new Error("offline")),
    async () => "<!doctype html>",
  ]) {
    const watch = watchOf(found);
    await checkVersion(watch);
    expect(watch.alert).not.toHaveBeenCalled();
  }
});

test("U07 a busy member is not alerted; the next check alerts", async () => {
  const isBusy = vi.fn(() => true);
  const watch = { ...watchOf(async () => "1.0.0+bbb"), isBusy };
  await checkVersion(watch);
  expect(watch.alert).not.toHaveBeenCalled();
  isBusy.mockReturnValue(false);
  await checkVersion(watch);
  expect(watch.alert).toHaveBeenCalledTimes(1);
});

test("U07 the newer build is fetched during the alert and activated before the reload", async () => {
  const steps: string[] = [];
  const step = (name: string) => async () => steps.push(name);
  await checkVersion({
    ...watchOf(async () => "1.0.0+bbb"),
    prepare: step("prepare"),
    alert: step("alert"),
    activateBuild: async (build) => steps.push(build),
    reload: () => steps.push("reload"),
  });
  expect(steps).toEqual(["prepare", "alert", "1.0.0+bbb", "reload"]);
});

test("U07 it polls every 18 s and not while the page is hidden", () => {
  vi.useFakeTimers();
  const ask = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal("fetch", ask);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const stop = startVersionMonitor({
    alert: async () => true,
    isBusy: () => false,
    prepare: () => undefined,
    activateBuild: async () => undefined,
  });
  vi.advanceTimersByTime(36_000);
  expect(ask).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  vi.advanceTimersByTime(18_000);
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});
