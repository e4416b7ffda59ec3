/** The app: the frame with its pages, the dialogs' host, and what runs beside them. */
import { lazy, Suspense, useEffect, useState } from "react";
import { storedToken } from "./device/token.ts";
import { LATER_MS, startBesidePages } from "./shell/beside-pages.ts";
import { FacadeHost } from "./shell/facade/host.tsx";
import { Frame } from "./shell/frame.tsx";

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
  useEffect(startBesidePages, []);
  useEffect(() => {
    const timer = setTimeout(setLater, LATER_MS, true);
    return () => clearTimeout(timer);
  }, []);
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
