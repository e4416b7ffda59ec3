/** Notices a newer build and reloads for it once: never in a loop, never in the middle of something (U07). */
import { attempt } from "./attempt.ts";
import { markReachable } from "./network-state.ts";
import { BUILD_ID } from "./platform.ts";

export const VERSION_POLL_MS = 18_000;
export const UPDATE_FOUND_TEXT = "发现更新，请点击确定升级";
const RELOADED_FOR = "reloaded-for-version";

export type VersionMonitor = {
  readonly current: string;
  /** The server's version; a rejection is silent. */
  readonly fetchVersion: () => Promise<string>;
  /** True while a reload would cost the member something: a payment, a filled form. */
  readonly isBusy: () => boolean;
  /** Resolves once the member has agreed. */
  readonly alert: (message: string) => Promise<unknown>;
  /** Begins to fetch what the reload will need; nobody waits for it. */
  readonly prepare: () => unknown;
  /** Makes sure that the reload opens this build. */
  readonly activateBuild: (build: string) => Promise<unknown>;
  readonly reload: () => void;
};

const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+\+\w+$/.test(text);
const reloadedFor = () => attempt(() => sessionStorage.getItem(RELOADED_FOR));

/** One look at the server's version; answers true when a reload was begun. */
export async function checkVersion(watch: VersionMonitor): Promise<boolean> {
  const found = await watch.fetchVersion().then(
    (text) => text.trim(),
    () => "",
  );
  // A page that still differs after the reload for this very version would loop: a stale cache, not
  // a newer build.
  if (!isVersion(found) || found === watch.current || reloadedFor() === found) return false;
  // The next look asks again; whatever is under way may then be over.
  if (watch.isBusy()) return false;
  watch.prepare();
  await watch.alert(UPDATE_FOUND_TEXT);
  await watch.activateBuild(found);
  attempt(() => sessionStorage.setItem(RELOADED_FOR, found));
  watch.reload();
  return true;
}

/** Polls every 18 s while the page is visible; answers how to stop. */
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
