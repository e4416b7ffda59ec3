/**
 * Makes the back gesture return to the previous step: each step after the first is one router
 * layer.
 */
import { useEffect, useRef } from "react";
import { router } from "../../../shell/navigate.ts";

/** `at` counts from 0; `onBack` receives the step to return to. */
export function useStepLayers(at: number, onBack: (at: number) => void): void {
  const layers = useRef<(() => Promise<void>)[]>([]);
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    const open = layers.current;
    while (open.length < at) {
      const place = open.length;
      open.push(
        router.openLayer(() => {
          open.length = Math.min(open.length, place);
          back.current(place);
        }),
      );
    }
    while (open.length > at) void open.pop()?.();
  }, [at]);
}

/** Adds one router layer while something covers the page, so that back closes it. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    const take = router.openLayer(() => close.current());
    return () => void take();
  }, [isOpen]);
}
