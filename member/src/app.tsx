/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { lazy, Suspense, useEffect, useState } from "react";
import { attempt } from "./device/attempt.ts";
import { startVersionWatch } from "./device/version-watch.ts";
import { notice } from "./shell/facade/facade.ts";
import { CONFIRM_TEXT } from "./shell/facade/defaults.ts";
import { FacadeHost } from "./shell/facade/host.tsx";
import { Frame } from "./shell/frame.tsx";

/** One interval of the sweep (spec §9). */
const FIRST_SWEEP_MS = 18_000;
/** What the first view does without is loaded after this. */
const LATER_MS = 3_000;

// Without its chunk nothing is asked this time; the next start asks.
const TermsGate = lazy(() =>
  import("./shell/terms-gate.tsx").then(
    ({ TermsGate: default_ }) => ({ default: default_ }),
    () => ({ default: () => null }),
  ),
);
const memberApi = () => import("./api.ts").then(({ api }) => api.member);

export function App() {
  const [isLater, setLater] = useState(false);
  useEffect(startClock, []);
  useEffect(() => {
    const timer = setTimeout(setLater, LATER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Frame />
      <FacadeHost />
      {isLater && (
        <Suspense>
          <TermsGate memberApi={memberApi} />
        </Suspense>
      )}
    </>
  );
}

/** What runs beside the pages: the look for a newer build, the sweep, and the debug console. */
function startClock(): () => void {
  const stopWatch = startVersionWatch({
    alert: (content) => notice({ content, buttons: [{ text: CONFIRM_TEXT }] }),
  });
  // M08: only a set flag loads the console, and at once, so that it hears the start.
  if (attempt(() => localStorage.getItem("debug-console")))
    import("./device/debug-console.ts").then(
      ({ followDebugFlag }) => followDebugFlag(),
      () => undefined,
    );
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
