/** React hook for the network state (there, slow or away) and the age of the shown content. */
import { useSyncExternalStore } from "react";
import { onNetworkStateChange, networkState } from "../device/network-state.ts";

/** Returns the current state; re-renders when it changes. */
export const useNetworkState = () => useSyncExternalStore(onNetworkStateChange, networkState);
