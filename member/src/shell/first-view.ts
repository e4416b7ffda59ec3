/**
 * Takes over a first view that the server has rendered into the page (decision 0144). The script in
 * the page's head has already decided whether it fits this visitor: `data-first` of the document is
 * `server` if it does, `client` if the app has to render the page itself, and `leaving` if the visitor
 * has to log in first (decision 0160).
 */
import { FIRST_VIEW_ID, type FirstViewData } from "@yunjing/contract/first-view";

declare global {
  interface Window {
    /** The presses before the app was ready, held back by the script in the page's head. */
    heldPresses?: readonly Event[];
  }
}

/** The state of the first view: as the head has set it, `live` once taken over, or none. */
const state = (): DOMStringMap => document.documentElement.dataset;

/** Returns the data of the first view to take over; undefined when the app renders by itself. */
export function firstViewData(): FirstViewData | undefined {
  if (state()["first"] !== "server") return undefined;
  const block = document.getElementById(FIRST_VIEW_ID);
  return block ? (JSON.parse(block.textContent) as FirstViewData) : undefined;
}

/** True while the script in the page's head sends a visitor without a login to the login page. */
export const isLeaving = (): boolean => state()["first"] === "leaving";

/** Removes a first view that does not fit, so that the app renders behind the splash as usual. */
export function dropFirstView(root: Element): void {
  if (state()["first"] === undefined) return;
  root.replaceChildren();
  document.getElementById("splash")?.removeAttribute("hidden");
  delete state()["first"];
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Enters what was typed or ticked before the app was ready once more, now that it listens. */
function enterAgain(control: TextControl): void {
  if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) {
    control.checked = control.defaultChecked;
    control.click();
  }
  const { value, defaultValue } = control;
  if (value === defaultValue) return;
  const { prototype } =
    control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  // React observes the control's own setter, and would take the same value for no change.
  control.value = defaultValue;
  Reflect.set(prototype, "value", value, control);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Repeats a press that came before the app was ready. */
function pressAgain({ type, target }: Event): void {
  if (target instanceof HTMLFormElement && type === "submit") target.requestSubmit();
  else target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/**
 * Lets the service worker store the sheets that are inline in this page: without a network the app
 * loads them as files.
 */
function storeSheets(): void {
  if (!("serviceWorker" in navigator) || !navigator.serviceWorker.controller) return;
  for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[disabled]"))
    fetch(href).catch(() => undefined);
}

/** Called when the page is interactive; only the first call after a taken-over view has an effect. */
export function finishTakeOver(): void {
  if (state()["first"] !== "server") return;
  state()["first"] = "live";
  document.querySelectorAll<TextControl>("#app input, #app textarea").forEach(enterAgain);
  // One after the other, so that each meets the page as the one before has left it.
  window.heldPresses?.forEach((press) => setTimeout(pressAgain, 0, press));
  storeSheets();
}
