/** How the network is, for whatever is drawn: there, slow or away, and from when the content is. */
import { useSyncExternalStore } from "react";
import { onNetworkStateChange, networkState } from "../device/network-state.ts";

/** The present state; draws anew when it changes. */
export const useNetworkState = () => useSyncExternalStore(onNetworkStateChange, networkState);
