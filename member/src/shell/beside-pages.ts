/**
 * What runs beside the pages: the look for a newer build, the storage's sweep,
 * the service worker and the socket. It is loaded when the first view is over.
 */
import { startVersionWatch } from "../device/version-watch.ts";
import { CONFIRM_TEXT } from "./facade/defaults.ts";
import { notice, whileLoading } from "./facade/facade.ts";
import { loadLine } from "./offline-notice.tsx";
import { isBusy } from "./under-way.ts";

/** One interval of the sweep (spec §9): the first falls due only then. */
const FIRST_SWEEP_MS = 18_000;

const loadWorker = () => import("../device/offline-worker.ts");

const fetchNewer = (): Promise<void> =>
  loadWorker()
    .then((worker) => worker.fetchNewer())
    .catch(() => undefined);

/** Nothing of an upgrade may be in its way, not even that this build's files are gone already. */
const bringIn = (build: string): Promise<void> =>
  loadWorker()
    .then((worker) => worker.bringIn(build))
    .catch(() => undefined);

/** Sweeps the storage for the first time after one interval, and then every one. */
function sweepLater(): () => void {
  let stop = () => {};
  const timer = setTimeout(() => {
    import("../device/storage.ts").then(
      ({ startSweep, sweep }) => {
        sweep();
        stop = startSweep();
      },
      () => undefined,
    );
  }, FIRST_SWEEP_MS);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function prepareOffline(): Promise<void> {
  await loadLine();
  if (import.meta.env.PROD) await loadWorker().then(({ keepWorker }) => keepWorker());
}

/** Opens the socket that brings news, with its own code. */
function hearNews(): () => void {
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
export function startBesidePages(): () => void {
  void prepareOffline().catch(() => undefined);
  const stops = [
    startVersionWatch({
      alert: (content) => notice({ content, buttons: [{ text: CONFIRM_TEXT }] }),
      isBusy,
      prepare: fetchNewer,
      bringIn: (build) => whileLoading(bringIn(build), "正在升级"),
    }),
    sweepLater(),
    hearNews(),
  ];
  return () => stops.forEach((stop) => stop());
}
