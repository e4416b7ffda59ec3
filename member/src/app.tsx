/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { useEffect } from "react";
import { startVersionWatch } from "./device/version-watch.ts";
import { notice } from "./shell/facade/facade.ts";
import { CONFIRM_TEXT } from "./shell/facade/defaults.ts";
import { FacadeHost } from "./shell/facade/host.tsx";
import { Frame } from "./shell/frame.tsx";

/** One interval of the sweep (spec §9). */
const FIRST_SWEEP_MS = 18_000;

export function App() {
  useEffect(startClock, []);
  return (
    <>
      <Frame />
      <FacadeHost />
    </>
  );
}

/** What runs beside the pages: the look for a newer build, and the sweep of the storage. */
function startClock(): () => void {
  const stopWatch = startVersionWatch({
    alert: (content) => notice({ content, buttons: [{ text: CONFIRM_TEXT }] }),
  });
  let stopSweep = () => {};
  // The first sweep falls due only then, so the storage need not come with the first view.
  const later = setTimeout(() => {
    void import("./device/storage.ts").then(({ startSweep, sweep }) => {
      sweep();
      stopSweep = startSweep();
    });
  }, FIRST_SWEEP_MS);
  return () => {
    stopWatch();
    stopSweep();
    clearTimeout(later);
  };
}
