/**
 * Detects a newer build and reloads for it once: never in a loop, never during a member's action
 * (U07).
 */
import { attempt } from "./attempt.ts";
import { markReachable } from "./network-state.ts";
import { BUILD_ID } from "./platform.ts";

export const VERSION_POLL_MS = 18_000;
export const UPDATE_FOUND_TEXT = "发现更新，请点击确定升级";
const RELOADED_FOR = "reloaded-for-version";

export type VersionMonitor = {
  readonly current: string;
  /** Returns the server's version; a rejection is ignored. */
  readonly fetchVersion: () => Promise<string>;
  /**
   * True while a reload would interrupt the member, such as during a payment or with a filled form.
   */
  readonly isBusy: () => boolean;
  /** Resolves once the member has agreed. */
  readonly alert: (message: string) => Promise<unknown>;
  /** Starts to fetch what the reload will need; not awaited. */
  readonly prepare: () => unknown;
  /** Ensures that the reload opens this build. */
  readonly activateBuild: (build: string) => Promise<unknown>;
  readonly reload: () => void;
};

const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+\+\w+$/.test(text);
const reloadedFor = () => attempt(() => sessionStorage.getItem(RELOADED_FOR));

/** Checks the server's version once; returns true when a reload was started. */
export async function checkVersion(watch: VersionMonitor): Promise<boolean> {
  const found = await watch.fetchVersion().then(
    (text) => text.trim(),
    () => "",
  );
  // A page that still differs after the reload for this version would loop: the cause is a stale
  // cache, not a newer build.
  if (!isVersion(found) || found === watch.current || reloadedFor() === found) return false;
  // The next check tries again; the member may have finished by then.
  if (watch.isBusy()) return false;
  watch.prepare();
  await watch.alert(UPDATE_FOUND_TEXT);
  await watch.activateBuild(found);
  attempt(() => sessionStorage.setItem(RELOADED_FOR, found));
  watch.reload();
  return true;
}

/** Polls every 18 s while the page is visible; returns a function that stops it. */
export function startVersionMonitor(
  parts: Pick<VersionMonitor, "alert" | "isBusy" | "prepare" | "activateBuild">,
): () => void {
  const watch: VersionMonitor = {
    current: BUILD_ID,
    fetchVersion: async () => {
      const response = await fetch("/version", { cache: "no-store" });
      markReachable();
      return response.ok ? response.text() : "";
    },
    reload: () => location.reload(),
    ...parts,
  };
  let isChecking = false;
  const timer = setInterval(() => {
    if (document.hidden || isChecking) return;
    isChecking = true;
    void checkVersion(watch).then((isReloading) => {
      isChecking = isReloading;
    });
  }, VERSION_POLL_MS);
  return () => clearInterval(timer);
}
