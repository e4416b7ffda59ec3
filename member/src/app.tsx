/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { lazy, Suspense, useEffect, useState } from "react";
import { watchNetwork } from "./device/offline.ts";
import { storedToken } from "./device/token.ts";
import { FacadeHost } from "./shell/facade/host.tsx";
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
const memberApi = () => import("./api.ts").then(({ api }) => api.member);

export function App() {
  const [isLater, setLater] = useState(false);
  useEffect(watchNetwork, []);
  useEffect(() => {
    const timer = setTimeout(setLater, LATER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => (isLater ? runBesidePages() : undefined), [isLater]);
  return (
    <>
      <Frame />
      <FacadeHost />
      {isLater && storedToken() !== "" && (
        <Suspense>
          <TermsGate memberApi={memberApi} />
        </Suspense>
      )}
    </>
  );
}

/** Without their chunk the pages go on alone; the next start tries again. */
function runBesidePages(): () => void {
  let isOver = false;
  let stop = () => {};
  import("./shell/beside-pages.ts").then(
    ({ startBesidePages }) => {
      if (!isOver) stop = startBesidePages();
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    stop();
  };
}
