/**
 * The background tasks of the app: the check for a newer build, the cleanup of the storage, the
 * service worker and the push socket. Loaded after the first view.
 */
import { startVersionMonitor } from "../device/version-monitor.ts";
import { CONFIRM_TEXT } from "./facade/defaults.ts";
import { notice, whileLoading } from "./facade/facade.ts";
import { loadOfflineMessage } from "./offline-notice.tsx";
import { isBusy } from "./is-busy.ts";

/** Milliseconds. One interval of the cleanup (spec §9): the first run is due only then. */
const FIRST_CLEANUP_MS = 18_000;

const loadWorker = () => import("../device/offline-worker.ts");

const fetchNewWorker = (): Promise<void> =>
  loadWorker()
    .then((worker) => worker.fetchNewWorker())
    .catch(() => undefined);

/**
 * Never rejects: no failure may block an upgrade, not even when this build's files no longer exist.
 */
const activateNewBuild = (build: string): Promise<void> =>
  loadWorker()
    .then((worker) => worker.activateNewWorker(build))
    .catch(() => undefined);

/** Cleans up the storage first after one interval, and then at every interval. */
function scheduleStorageCleanup(): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    import("../device/storage.ts").then(
      ({ startExpiryCleanup, removeExpiredEntries }) => {
        removeExpiredEntries();
        stop = startExpiryCleanup();
      },
      () => undefined,
    );
  }, FIRST_CLEANUP_MS);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function prepareOffline(): Promise<void> {
  await loadOfflineMessage();
  if (import.meta.env.PROD) await loadWorker().then(({ registerWorker }) => registerWorker());
}

/** Opens the push socket, which is a chunk of its own. */
function startPushSocket(): () => void {
  let stop = () => {};
  let isWanted = true;
  import("../device/push-socket.ts").then(
    ({ startPush }) => {
      if (isWanted) stop = startPush();
    },
    // Without it the pages poll, as they do when the push socket is closed.
    () => undefined,
  );
  return () => {
    isWanted = false;
    stop();
  };
}

/** Starts all background tasks; returns a function that stops them. */
export function startBackgroundTasks(): () => void {
  void prepareOffline().catch(() => undefined);
  const stops = [
    startVersionMonitor({
      alert: (content) => notice({ content, buttons: [{ text: CONFIRM_TEXT }] }),
      isBusy,
      prepare: fetchNewWorker,
      activateBuild: (build) => whileLoading(activateNewBuild(build), "正在升级"),
    }),
    scheduleStorageCleanup(),
    startPushSocket(),
  ];
  return () => stops.forEach((stop) => stop());
}
