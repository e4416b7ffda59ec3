/**
 * What runs beside the pages: the look for a newer build, the storage's sweep,
 * the service worker and the socket. It is loaded when the first view is over.
 */
import { startVersionMonitor } from "../device/version-monitor.ts";
import { CONFIRM_TEXT } from "./facade/defaults.ts";
import { notice, whileLoading } from "./facade/facade.ts";
import { loadOfflineMessage } from "./offline-notice.tsx";
import { isBusy } from "./is-busy.ts";

/** One interval of the sweep (spec §9): the first falls due only then. */
const FIRST_CLEANUP_MS = 18_000;

const loadWorker = () => import("../device/offline-worker.ts");

const fetchNewWorker = (): Promise<void> =>
  loadWorker()
    .then((worker) => worker.fetchNewWorker())
    .catch(() => undefined);

/** Nothing of an upgrade may be in its way, not even that this build's files are gone already. */
const activateNewBuild = (build: string): Promise<void> =>
  loadWorker()
    .then((worker) => worker.activateNewWorker(build))
    .catch(() => undefined);

/** Sweeps the storage for the first time after one interval, and then every one. */
function scheduleStorageCleanup(): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    import("../device/storage.ts").then(
      ({ startExpiryCleanup: startSweep, removeExpiredEntries: sweep }) => {
        sweep();
        stop = startSweep();
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
  if (import.meta.env.PROD)
    await loadWorker().then(({ registerWorker: keepWorker }) => keepWorker());
}

/** Opens the socket that brings news, with its own code. */
function startPushSocket(): () => void {
  let stop = () => {};
  let isWanted = true;
  import("../device/push-socket.ts").then(
    ({ startPush }) => {
      if (isWanted) stop = startPush();
    },
    // Without it the pages look for themselves, as they do without a network.
    () => undefined,
  );
  return () => {
    isWanted = false;
    stop();
  };
}

/** Starts all of it; the answer stops it. */
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
