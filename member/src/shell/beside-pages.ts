/**
 * What runs beside the pages: the look for a newer build, the storage's sweep and the service
 * worker. It comes in a chunk of its own, after the first view.
 */
import { startSweep } from "../device/storage.ts";
import { startVersionWatch } from "../device/version-watch.ts";
import { isBusy } from "./busy.ts";
import { CONFIRM_TEXT } from "./facade/defaults.ts";
import { notice, whileLoading } from "./facade/facade.ts";
import { loadLine } from "./offline-notice.tsx";

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

async function prepareOffline(): Promise<void> {
  await loadLine();
  if (import.meta.env.PROD) await loadWorker().then(({ keepWorker }) => keepWorker());
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
    startSweep(),
  ];
  return () => stops.forEach((stop) => stop());
}
