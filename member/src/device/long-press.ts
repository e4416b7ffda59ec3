/**
 * Distinguishes a long press from a tap and from a scroll (D11): 350 ms in one place, or the
 * keyboard's menu key.
 */

/** Spec §9. */
export const LONG_PRESS_MS = 350;
/** A finger trembles; a larger movement in px is not a press. */
const SLOP_PX = 10;

/** A press in progress; `isTouch` is true for a finger or pen, false for a mouse. */
type Press = {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly isTouch: boolean;
};

/** Styles that disable the browser's own reaction to a long press, which would cover the app's. */
const CALLOUT: readonly (readonly [name: string, value: string])[] = [
  ["-webkit-touch-callout", "none"],
  ["-webkit-user-select", "none"],
  ["user-select", "none"],
];

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/**
 * Calls `handle` for every long press on the element and swallows the click that follows one.
 * Returns a function that stops it.
 */
export function onLongPress(element: HTMLElement, handle: () => void): () => void {
  const listening = new AbortController();
  let press: Press | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClickHandled = false;
  let isMenuPrevented = false;

  const end = () => {
    clearTimeout(timer);
    press = undefined;
  };
  const fire = () => {
    isClickHandled = true;
    handle();
  };
  const begin = (event: PointerEvent) => {
    end();
    isClickHandled = false;
    isMenuPrevented = event.pointerType !== "mouse";
    // A second finger means a pinch, another mouse button opens its own menu.
    if (!event.isPrimary || event.button !== 0) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    press = { id, x, y, isTouch: isMenuPrevented };
    timer = setTimeout(fire, LONG_PRESS_MS);
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (press?.id !== pointerId) return;
    if (Math.hypot(clientX - press.x, clientY - press.y) > SLOP_PX) end();
  };
  const preventClick = (event: Event) => {
    if (!isClickHandled) return;
    isClickHandled = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const preventMenu = (event: Event) => {
    if (isMenuPrevented) event.preventDefault();
    if (!press?.isTouch) isMenuPrevented = false;
  };
  const byKey = (event: KeyboardEvent) => {
    if (!isMenuKey(event) || event.repeat) return;
    event.preventDefault();
    isMenuPrevented = true;
    handle();
  };

  const { signal } = listening;
  element.addEventListener("pointerdown", begin, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", end, { signal });
  element.addEventListener("pointercancel", end, { signal });
  element.addEventListener("click", preventClick, { signal, capture: true });
  element.addEventListener("contextmenu", preventMenu, { signal });
  element.addEventListener("keydown", byKey, { signal });
  // Scroll events do not bubble, so they are listened to in the capture phase.
  document.addEventListener("scroll", end, { signal, capture: true, passive: true });
  for (const [name, value] of CALLOUT) element.style.setProperty(name, value);
  return () => {
    end();
    listening.abort();
    for (const [name] of CALLOUT) element.style.removeProperty(name);
  };
}
