/** Binds the long press (D11) to an element for as long as it is drawn. */
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { onLongPress } from "../device/long-press.ts";

/** Answers the ref of the element; only the newest handler is called. */
export function useLongPress<E extends HTMLElement>(handler: () => void): RefObject<E | null> {
  const held = useRef<E>(null);
  const handle = useEffectEvent(handler);
  useEffect(() => (held.current ? onLongPress(held.current, () => handle()) : undefined), []);
  return held;
}
