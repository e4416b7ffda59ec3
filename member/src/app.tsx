/** The app: the frame with its pages, the dialog host and the background tasks. */
import { lazy, Suspense, useEffect, useState } from "react";
import { monitorNetwork } from "./device/network-state.ts";
import { storedToken } from "./device/token.ts";
import { loadApi } from "./load-api.ts";
import { onHostRequested, requestHost } from "./shell/facade/host-request.ts";
import { LazyHost } from "./shell/facade/lazy-host.tsx";
import { Frame } from "./shell/frame.tsx";
import { type ImportPage, ImportPageContext } from "./shell/page-modules.ts";

/** Milliseconds after which the code that the first view does not need is loaded. */
const BACKGROUND_DELAY_MS = 3_000;

// If the chunk does not load, the member is not asked in this visit but at the next start.
const TermsGate = lazy(() =>
  import("./shell/terms-gate.tsx").then(
    ({ TermsGate: default_ }) => ({ default: default_ }),
    () => ({ default: () => null }),
  ),
);
const MaintenanceNotice = lazy(() =>
  import("./shell/maintenance-notice.tsx").then(
    ({ MaintenanceNotice: default_ }) => ({ default: default_ }),
    () => ({ default: () => null }),
  ),
);
const readNotice = () => loadApi().then(({ notice }) => notice.current({}));
const memberApi = () => loadApi().then(({ member }) => member);

/** Loads and starts the background tasks, unless they are stopped before they have loaded. */
function loadBackgroundTasks(): () => void {
  let stop = () => {};
  let isWanted = true;
  import("./shell/background-tasks.ts").then(
    ({ startBackgroundTasks }) => {
      if (isWanted) stop = startBackgroundTasks();
    },
    // If the chunk does not load, this visit does not check for a newer build; the next one does.
    () => undefined,
  );
  return () => {
    isWanted = false;
    stop();
  };
}

/** Loads the API client at the first touch, because the response to most actions needs it. */
const prefetch = () => void loadApi().catch(() => undefined);

export function App({ importPage }: { readonly importPage: ImportPage }) {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    // In a frame of the console there is nothing later: no service worker, no dialogs.
    if (window.parent !== window) return undefined;
    const timer = setTimeout(setLater, BACKGROUND_DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => onHostRequested(prefetch), []);
  // Starts at once: if the network fails in the first seconds, the background tasks never load.
  useEffect(monitorNetwork, []);
  useEffect(() => {
    if (!isLater) return undefined;
    // Loads the dialog host now, so that dialogs work even if the network fails later.
    requestHost();
    return loadBackgroundTasks();
  }, [isLater]);
  return (
    <ImportPageContext value={importPage}>
      <Frame />
      <LazyHost />
      {isLater && (
        <Suspense>
          <MaintenanceNotice read={readNotice} />
        </Suspense>
      )}
      {isLater && storedToken() !== "" && (
        <Suspense>
          <TermsGate memberApi={memberApi} />
        </Suspense>
      )}
    </ImportPageContext>
  );
}
