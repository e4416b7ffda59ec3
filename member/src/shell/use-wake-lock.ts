/** Keeps the screen on while a component is shown (Screen Wake Lock API, where the browser has it). */
import { useEffect, useState } from "react";

/**
 * Returns whether the screen is kept on. The browser takes the lock back when the page is hidden;
 * it is asked for again when the page is visible.
 */
export function useWakeLock(): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let isWanted = true;
    let held: WakeLockSentinel | undefined;
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then(
        (lock) => {
          if (!isWanted) return void lock.release();
          held = lock;
          setHeld(true);
          lock.addEventListener("release", () => setHeld(false));
        },
        // Refused on a low battery: the screen turns off as usual.
        () => setHeld(false),
      );
    };
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isWanted = false;
      document.removeEventListener("visibilitychange", ask);
      void held?.release();
    };
  }, []);
  return isHeld;
}
