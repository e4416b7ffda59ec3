/** Keeps the page from scrolling behind a dialog, a sheet or the image preview. */
import { useLayoutEffect } from "react";

/**
 * Locks the page while `isLocked`; several locks may overlap. The rule is in global.css: a
 * `<style>` element written by a library would violate the CSP.
 */
export function useScrollLock(isLocked = true): void {
  useLayoutEffect(() => {
    if (!isLocked) return undefined;
    const { dataset } = document.documentElement;
    const depth = Number(dataset["locked"] ?? 0) + 1;
    dataset["locked"] = String(depth);
    return () => {
      const left = Number(dataset["locked"] ?? 1) - 1;
      if (left > 0) dataset["locked"] = String(left);
      else delete dataset["locked"];
    };
  }, [isLocked]);
}
