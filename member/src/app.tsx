/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { lazy, Suspense, useEffect, useState } from "react";
import { watchNetwork } from "./device/offline.ts";
import { storedToken } from "./device/token.ts";
import { loadApi } from "./load-api.ts";
import { onHostWanted, wantHost } from "./shell/facade/first-call.ts";
import { LaterHost } from "./shell/facade/later-host.tsx";
import { Frame } from "./shell/frame.tsx";

/** What the first view does without is loaded after this. */
const LATER_MS = 3_000;

// Without its chunk nothing is asked this time; the next start asks.
const TermsGate = lazy(() =>
  import("./shell/terms-gate.tsx").then(
    ({ TermsGate: default_ }) => ({ default: default_ }),
    () => ({ default: () => null }),
  ),
);
const memberApi = () => loadApi().then(({ member }) => member);

/** Starts what runs beside the pages, unless it is stopped before it is there. */
function startBeside(): () => void {
  let stop = () => {};
  let isWanted = true;
  import("./shell/beside-pages.ts").then(
    ({ startBesidePages }) => {
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
    const timer = setTimeout(setLater, LATER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => onHostWanted(prefetch), []);
  // At once: where the network goes in the first seconds, what runs beside the pages never comes.
  useEffect(watchNetwork, []);
  useEffect(() => {
    if (!isLater) return undefined;
    // Whoever loses the network later still gets an answer.
    wantHost();
    return startBeside();
  }, [isLater]);
  return (
    <>
      <Frame />
      <LaterHost />
      {isLater && storedToken() !== "" && (
        <Suspense>
          <TermsGate memberApi={memberApi} />
        </Suspense>
      )}
    </>
  );
}
