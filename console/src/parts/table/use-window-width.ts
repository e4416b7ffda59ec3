/** The width of the window in px, for columns that only wide windows show. */
import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

export const useWindowWidth = (): number =>
  useSyncExternalStore(subscribe, () => window.innerWidth);
