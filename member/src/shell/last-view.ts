/**
 * Replaces what the script in the page's head has painted of the last visit (decision 0210) by the
 * page itself, once that has its content. `data-first` of the document is `last` until then.
 */
import { dropEarlyResponses } from "../device/early-response.ts";
import { onTokenChange, tokenState } from "../device/token.ts";
import { router } from "./navigate.ts";
import { saveScrollPosition } from "./scroll.ts";
import { hideSplash } from "./splash.ts";

/** Milliseconds. A page without its content by then shows how it waits for it. */
const WAIT_MAX_MS = 4_000;
const PRESSABLE = "a, button, label, input, [role]";

const root = (): DOMStringMap => document.documentElement.dataset;

/** True while the content of the last visit covers the app. */
export const isLastViewShown = (): boolean => root()["first"] === "last";

/** Repeats a press on the content of the last visit if the page shows the same in its place. */
function pressInPlace(press: Event): void {
  const { target } = press;
  const before = target instanceof Element ? target.closest(PRESSABLE) : null;
  if (!before || !(press instanceof MouseEvent)) return;
  const now = document.elementFromPoint(press.clientX, press.clientY)?.closest(PRESSABLE);
  const isSame = now?.localName === before.localName && now.textContent === before.textContent;
  if (isSame) now.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

function finish(): void {
  if (!isLastViewShown()) return;
  const key = router.view().current?.key;
  if (scrollY > 0 && key !== undefined) saveScrollPosition(key);
  delete root()["first"];
  document.getElementById("last-view")?.remove();
  window.heldPresses?.forEach((press) => setTimeout(pressInPlace, 0, press));
  dropEarlyResponses();
  hideSplash();
}

/** Resolves once the app shows another page, or no member is logged in any more. */
const untilLeft = (): Promise<void> =>
  new Promise((left) => {
    const key = router.view().current?.key;
    router.subscribe(() => router.view().current?.key !== key && left());
    onTokenChange(() => tokenState() === "missing" && left());
  });

/**
 * Shows the page in place of its last view as soon as `content` has settled, or after a while.
 * `started` is the start of the navigator.
 */
export async function replaceLastView(
  started: Promise<void>,
  content: () => Promise<unknown>,
): Promise<void> {
  const late = new Promise((done) => setTimeout(done, WAIT_MAX_MS));
  const shown = started.then(() => Promise.race([content(), untilLeft()]));
  await Promise.race([shown.catch(() => undefined), late]);
  finish();
}
