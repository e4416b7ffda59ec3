/** Lets the back gesture step back within the page: each step after the first is one layer. */
import { useEffect, useRef } from "react";
import { router } from "../../../shell/navigate.ts";

/** `at` counts from 0; `onBack` gets the step to return to. */
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

/** One layer while something lies over the page, so that back closes it. */
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
