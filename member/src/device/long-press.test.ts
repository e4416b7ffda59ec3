/** Tests D11: a long press is 350 ms in one place, and not a move, a scroll or an early release. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onLongPress } from "./long-press.ts";

const handled = vi.fn<() => void>();
const clicked = vi.fn<() => void>();
let button: HTMLButtonElement;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  button = document.createElement("button");
  button.addEventListener("click", clicked);
  document.body.append(button);
  stop = onLongPress(button, handled);
});
afterEach(() => {
  stop();
  button.remove();
  vi.useRealTimers();
});

function point(type: string, init: PointerEventInit = {}): PointerEvent {
  const event = new PointerEvent(type, {
    bubbles: true,
    cancelable: true,
    isPrimary: true,
    pointerId: 1,
    pointerType: "touch",
    clientX: 50,
    clientY: 50,
    ...init,
  });
  button.dispatchEvent(event);
  return event;
}

test("D11 a press fires at 350 ms and not before", () => {
  point("pointerdown");
  vi.advanceTimersByTime(349);
  expect(handled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(handled).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(handled).toHaveBeenCalledOnce();
});

test("D11 the click after a long press is swallowed, the next one is not", () => {
  point("pointerdown");
  vi.advanceTimersByTime(350);
  point("pointerup");
  button.click();
  expect(clicked).not.toHaveBeenCalled();
  point("pointerdown");
  point("pointerup");
  button.click();
  expect(clicked).toHaveBeenCalledOnce();
});

test("D11 an early release is a tap", () => {
  point("pointerdown");
  vi.advanceTimersByTime(200);
  point("pointerup");
  button.click();
  vi.advanceTimersByTime(1_000);
  expect(handled).not.toHaveBeenCalled();
  expect(clicked).toHaveBeenCalledOnce();
});

test("D11 a movement of ten pixels is tolerated, a larger one is a move", () => {
  point("pointerdown");
  point("pointermove", { clientX: 60 });
  vi.advanceTimersByTime(350);
  expect(handled).toHaveBeenCalledOnce();
  point("pointerdown");
  point("pointermove", { clientX: 58, clientY: 58 });
  vi.advanceTimersByTime(350);
  expect(handled).toHaveBeenCalledOnce();
});

test.each(["pointercancel", "scroll"])("D11 a %s ends the press", (type) => {
  point("pointerdown");
  if (type === "scroll") document.body.dispatchEvent(new Event("scroll"));
  else point(type);
  vi.advanceTimersByTime(1_000);
  expect(handled).not.toHaveBeenCalled();
});

test("D11 a second finger is not a long press, nor is another mouse button", () => {
  point("pointerdown");
  point("pointerdown", { isPrimary: false, pointerId: 2 });
  vi.advanceTimersByTime(1_000);
  point("pointerdown", { pointerType: "mouse", button: 2 });
  vi.advanceTimersByTime(1_000);
  expect(handled).not.toHaveBeenCalled();
});

test("D11 the menu key and Shift+F10 work as a long press, once for a held key", () => {
  const press = (init: KeyboardEventInit) =>
    button.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
  press({ key: "ContextMenu" });
  press({ key: "F10", shiftKey: true });
  press({ key: "F10", shiftKey: true, repeat: true });
  press({ key: "F10" });
  expect(handled).toHaveBeenCalledTimes(2);
});

test("D11 the browser's own menu does not open for touch; a mouse still opens it", () => {
  const isOurs = () => {
    const menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
    button.dispatchEvent(menu);
    return menu.defaultPrevented;
  };
  point("pointerdown");
  expect(isOurs()).toBe(true);
  point("pointerdown", { pointerType: "mouse", button: 2 });
  expect(isOurs()).toBe(false);
});

test("D11 after it is stopped it does not react", () => {
  stop();
  point("pointerdown");
  vi.advanceTimersByTime(1_000);
  expect(handled).not.toHaveBeenCalled();
});
