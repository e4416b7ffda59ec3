/** Binds the long press (D11) to an element for as long as it is drawn. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { onLongPress } from "../device/long-press.ts";

/**
 * Answers the ref of the element; only the newest handler is called. Without one the browser keeps
 * its own answer to a long press.
 */
export function useLongPress<E extends HTMLElement>(
  handler: (() => void) | undefined,
): RefObject<E | null> {
  const held = useRef<E>(null);
  const handle = useEffectEvent(() => handler?.());
  const isOurs = handler !== undefined;
  useEffect(
    () => (isOurs && held.current ? onLongPress(held.current, () => handle()) : undefined),
    [isOurs],
  );
  return held;
}
