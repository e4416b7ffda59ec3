/** React hook for the network state (there, slow or away) and the age of the shown content. */
import { useSyncExternalStore } from "react";
import { onNetworkStateChange, type NetworkState, networkState } from "../device/network-state.ts";

const ONLINE: NetworkState = { network: "there", contentReadAt: undefined };
const stateOnServer = () => ONLINE;

/** Returns the current state; re-renders when it changes. */
export const useNetworkState = () =>
  useSyncExternalStore(onNetworkStateChange, networkState, stateOnServer);
