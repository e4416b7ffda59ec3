/** Loads the dialog host when it is requested; renders nothing before. */
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { loadPart } from "../../device/load-part.ts";
import { isHostRequested, onHostRequested, requestHostOnTouch } from "./host-request.ts";

export function LazyHost() {
  const isWanted = useSyncExternalStore(onHostRequested, isHostRequested, () => false);
  const [Host, setHost] = useState<ComponentType>();
  const [tries, setTries] = useState(0);
  useEffect(requestHostOnTouch, []);
  useEffect(() => {
    if (!isWanted) return undefined;
    // The caller waits for the host; without a network the load is retried until it succeeds.
    let retry: ReturnType<typeof setTimeout> | undefined;
    loadPart(() => import("./host.tsx")).then(
      ({ FacadeHost }) => setHost(() => FacadeHost),
      () => {
        retry = setTimeout(setTries, RETRY_MS, tries + 1);
      },
    );
    return () => clearTimeout(retry);
  }, [isWanted, tries]);
  return Host ? <Host /> : null;
}

const RETRY_MS = 2_000;
