/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { lazy, Suspense, useEffect, useState } from "react";
import { monitorNetwork } from "./device/network-state.ts";
import { storedToken } from "./device/token.ts";
import { loadApi } from "./load-api.ts";
import { onHostRequested, requestHost } from "./shell/facade/host-request.ts";
import { LazyHost } from "./shell/facade/lazy-host.tsx";
import { Frame } from "./shell/frame.tsx";

/** What the first view does without is loaded after this. */
const BACKGROUND_DELAY_MS = 3_000;

// Without its chunk nothing is asked this time; the next start asks.
const TermsGate = lazy(() =>
  import("./shell/terms-gate.tsx").then(
    ({ TermsGate: default_ }) => ({ default: default_ }),
    () => ({ default: () => null }),
  ),
);
const memberApi = () => loadApi().then(({ member }) => member);

/** Starts what runs beside the pages, unless it is stopped before it is there. */
function loadBackgroundTasks(): () => void {
  let stop = () => {};
  let isWanted = true;
  import("./shell/background-tasks.ts").then(
    ({ startBackgroundTasks: startBesidePages }) => {
      if (isWanted) stop = startBesidePages();
    },
    // Without it this visit looks for nothing newer; the next one does.
    () => undefined,
  );
  return () => {
    isWanted = false;
    stop();
  };
}

/** With the first touch comes what any answer to it will need. */
const prefetch = () => void loadApi().catch(() => undefined);

export function App() {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, BACKGROUND_DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => onHostRequested(prefetch), []);
  // At once: where the network goes in the first seconds, what runs beside the pages never comes.
  useEffect(monitorNetwork, []);
  useEffect(() => {
    if (!isLater) return undefined;
    // Whoever loses the network later still gets an answer.
    requestHost();
    return loadBackgroundTasks();
  }, [isLater]);
  return (
    <>
      <Frame />
      <LazyHost />
      {isLater && storedToken() !== "" && (
        <Suspense>
          <TermsGate memberApi={memberApi} />
        </Suspense>
      )}
    </>
  );
}
