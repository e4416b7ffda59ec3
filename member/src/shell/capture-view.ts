/**
 * Takes what the shown page looks like, as HTML without secrets and without what only works in the
 * app, and stores it for the next visit (decision 0210).
 */
import { notedReads } from "../device/early-response.ts";
import { storeLastView } from "../device/last-views.ts";
import { identityOf, storedToken, tokenState } from "../device/token.ts";
import { isLastViewShown } from "./last-view.ts";
import { router } from "./navigate.ts";

/** Of the screen's height: what begins further down is left out. The bars of a browser may be hidden later. */
const HEIGHTS_MAX = 1.15;
/** References between elements, which are in the page twice while the app replaces the view. */
const REFERENCES = ["id", "for", "aria-labelledby", "aria-describedby", "aria-controls", "name"];
/** What cannot be shown from HTML alone, or must not be. */
const LEFT_OUT = "script, style, link, iframe, canvas, video, [role=dialog], [role=alertdialog]";
const NO_TIME = "--:--";

/** Removes what begins below the visible part; `copy` has the structure of `shown`. */
function removeBelow(shown: Element, copy: Element, limit: number): void {
  const places = [...copy.children];
  [...shown.children].forEach((child, at) => {
    const place = places[at];
    if (!place) return;
    if (child.getBoundingClientRect().top > limit) place.remove();
    else removeBelow(child, place, limit);
  });
}

/** Replaces every character of a secret, and removes its drawings and the names that speak it. */
function hideSecret(secret: Element): void {
  const hide = (node: Node) => {
    if (node instanceof Text) node.data = node.data.replace(/\S/g, "•");
    else node.childNodes.forEach(hide);
  };
  hide(secret);
  for (const drawing of secret.querySelectorAll("svg, img")) drawing.replaceChildren();
  for (let named: Element | null = secret; named; named = named.parentElement)
    named.removeAttribute("aria-label");
}

/** Keeps neighbouring texts apart, which HTML would join: letters are shaped by text. */
function keepTextsApart(element: Element): void {
  for (const node of Array.from(element.childNodes))
    if (node instanceof Text && node.nextSibling instanceof Text)
      node.after(document.createComment(""));
}

/** Makes an element one that can be painted from HTML and does nothing. */
function makeInert(element: Element): void {
  const isDrawn = element.closest("svg") !== null;
  for (const { name, value } of Array.from(element.attributes)) {
    if (name === "style") element.setAttribute("data-style", value);
    const isReference = REFERENCES.includes(name) && !isDrawn;
    if (name === "style" || name.startsWith("on") || isReference) element.removeAttribute(name);
  }
  // A fragment may contain a secret.
  const target = element.getAttribute("href");
  if (target !== null && !isDrawn) element.setAttribute("href", target.split("#", 1)[0] ?? "");
  // Files of drawings are asked for once the texts are painted.
  if (element.localName === "use" && target?.startsWith("/")) {
    element.setAttribute("data-drawing", target);
    element.removeAttribute("href");
  }
  // All of the view is visible at once, so its pictures are not waited for until the layout is known.
  element.removeAttribute("loading");
  if (/^(?:blob|data):/.test(element.getAttribute("src") ?? "")) element.removeAttribute("src");
  if (element.matches("input, textarea, select")) {
    element.removeAttribute("value");
    element.setAttribute("readonly", "");
    if (element instanceof HTMLTextAreaElement) element.replaceChildren();
  }
  if (element.getAttribute("role") === "timer") element.textContent = NO_TIME;
}

/** Returns the HTML of a view without secrets; `height` is that of the screen in px. */
export function viewHtml(shown: Element, height: number): string {
  const copy = shown.cloneNode(true) as Element;
  removeBelow(shown, copy, height * HEIGHTS_MAX);
  // Other pages of the stack stay in the document, hidden.
  for (const page of Array.from(copy.children))
    if (page instanceof HTMLElement && page.style.display === "none") page.remove();
  for (const element of copy.querySelectorAll(LEFT_OUT)) element.remove();
  for (const secret of copy.querySelectorAll("[data-secret]")) hideSecret(secret);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    makeInert(element);
    keepTextsApart(element);
  }
  return copy.outerHTML;
}

/** True while the page looks as it does when it is opened, without a dialog. */
const isPlain = (): boolean =>
  scrollY === 0 &&
  !isLastViewShown() &&
  !document.documentElement.hasAttribute("data-locked") &&
  document.visibilityState === "visible";

/** Stores the shown page, all of which has been read, for the next visit. Never rejects. */
export async function captureView(): Promise<void> {
  const { current } = router.view();
  const { uid } = identityOf(storedToken());
  const shown = document.querySelector("#app > :first-child");
  if (!current || !shown || uid === null || tokenState() !== "valid") return;
  const { fullPath, hash } = current.location;
  if (hash !== "" || !isPlain()) return;
  // A page with another one behind it has another button in its bar.
  const name = (current.index > 0 ? "+" : "") + fullPath;
  await storeLastView(uid, name, {
    html: viewHtml(shown, innerHeight),
    title: document.title,
    reads: notedReads(fullPath),
  });
}
