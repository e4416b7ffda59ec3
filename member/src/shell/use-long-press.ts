/** Binds the long press (D11) to an element while it is mounted. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { onLongPress } from "../device/long-press.ts";

/**
 * Returns the ref of the element; only the newest handler is called. Without a handler the
 * browser's own reaction to a long press stays.
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
