/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { useEffect } from "react";
import { watchNetwork } from "./device/offline.ts";
import { startVersionWatch } from "./device/version-watch.ts";
import { isBusy } from "./shell/busy.ts";
import { notice, whileLoading } from "./shell/facade/facade.ts";
import { CONFIRM_TEXT } from "./shell/facade/defaults.ts";
import { FacadeHost } from "./shell/facade/host.tsx";
import { Frame } from "./shell/frame.tsx";
import { loadLine } from "./shell/offline-notice.tsx";

export function App() {
  useEffect(startClock, []);
  return (
    <>
      <Frame />
      <FacadeHost />
    </>
  );
}

const loadWorker = () => import("./device/offline-worker.ts");

const fetchNewer = (): Promise<void> =>
  loadWorker()
    .then((worker) => worker.fetchNewer())
    .catch(() => undefined);

/** Nothing of an upgrade may be in its way, not even that this build's files are gone already. */
const bringIn = (build: string): Promise<void> =>
  loadWorker()
    .then((worker) => worker.bringIn(build))
    .catch(() => undefined);

/** What the first view can do without: the storage's sweep, and what is needed without a network. */
function startLater(): () => void {
  let stopSweep = () => {};
  const later = setTimeout(() => {
    void import("./device/storage.ts").then(({ startSweep }) => {
      stopSweep = startSweep();
    });
    void loadLine();
    if (import.meta.env.PROD) void loadWorker().then(({ keepWorker }) => keepWorker());
  }, 3_000);
  return () => {
    stopSweep();
    clearTimeout(later);
  };
}

/** What runs beside the pages: the look for a newer build, for the network, and what can wait. */
function startClock(): () => void {
  const stops = [
    startVersionWatch({
      alert: (content) => notice({ content, buttons: [{ text: CONFIRM_TEXT }] }),
      isBusy,
      prepare: fetchNewer,
      bringIn: (build) => whileLoading(bringIn(build), "正在升级"),
    }),
    watchNetwork(),
    startLater(),
  ];
  return () => stops.forEach((stop) => stop());
}
