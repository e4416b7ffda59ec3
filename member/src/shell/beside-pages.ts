/**
 * What runs beside the pages: the look for a newer build, for the network, the storage's sweep, the
 * service worker and the debug console. Nothing of it rides on a first view.
 */
import { attempt } from "../device/attempt.ts";
import { watchNetwork } from "../device/offline.ts";
import { startVersionWatch } from "../device/version-watch.ts";
import { isBusy } from "./busy.ts";
import { CONFIRM_TEXT } from "./facade/defaults.ts";
import { notice, whileLoading } from "./facade/facade.ts";
import { loadLine } from "./offline-notice.tsx";

/** One interval of the sweep (spec §9): the first falls due only then. */
const FIRST_SWEEP_MS = 18_000;
/** What the first view does without is loaded after this. */
export const LATER_MS = 3_000;
const DEBUG_FLAG = "debug-console";

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

function prepareLater(): () => void {
  const timer = setTimeout(() => void prepareOffline().catch(() => undefined), LATER_MS);
  return () => clearTimeout(timer);
}

/** M08: only a set flag loads the console, and at once, so that it hears the start. */
function startConsole(): void {
  if (attempt(() => localStorage.getItem(DEBUG_FLAG)) == null) return;
  import("../device/debug-console.ts")
    .then(({ followDebugFlag }) => followDebugFlag())
    .catch(() => undefined);
}

/** Starts all of it; the answer stops it. */
export function startBesidePages(): () => void {
  startConsole();
  const stops = [
    startVersionWatch({
      alert: (content) => notice({ content, buttons: [{ text: CONFIRM_TEXT }] }),
      isBusy,
      prepare: fetchNewer,
      bringIn: (build) => whileLoading(bringIn(build), "正在升级"),
    }),
    watchNetwork(),
    prepareLater(),
    sweepLater(),
  ];
  return () => stops.forEach((stop) => stop());
}
