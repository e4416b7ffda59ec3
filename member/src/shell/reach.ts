/** How the network is, for whatever is drawn: there, slow or away, and from when the content is. */
import { useSyncExternalStore } from "react";
import { onReach, reach } from "../device/offline.ts";

/** The present state; draws anew when it changes. */
export const useReach = () => useSyncExternalStore(onReach, reach);
