/**
 * The console on the phone itself (M08): created while a stored flag is set, destroyed when it is
 * not. It never comes with the first view.
 */
import { onLogout } from "./logout-handlers.ts";
import { removeEntry, isBoolean, writeEntry, readEntry } from "./storage.ts";

/** The entry looks for this name before it loads this file. */
const FLAG = "debug-console";
/** A flag that was forgotten ends by itself. */
const KEPT_MS = 24 * 3_600_000;

type Console = { destroy: () => void };
let shown: Console | undefined;
let stopStyles = () => {};

// What it has heard of a member's calls goes with the member.
onLogout(() => applyDebugFlag());

/** True while the stored flag is set. */
export const isDebugConsoleOn = (): boolean => readEntry(FLAG, isBoolean) === true;

/** What the console gets instead of a style element: the CSP has no say about it. */
const STAND_IN = "x-style";

/** Makes `document.createElement("style")` answer a stand-in; returns how to undo it. */
function replaceStyleElements(): () => void {
  const create = document.createElement.bind(document);
  const value = (name: string, options?: ElementCreationOptions) =>
    create(name.toLowerCase() === "style" ? STAND_IN : name, options);
  Object.defineProperty(document, "createElement", { configurable: true, value });
  return () => void Reflect.deleteProperty(document, "createElement");
}

/**
 * The CSP refuses style elements, which is how the console brings its own styles. It gets stand-ins
 * whose text becomes a constructed sheet, so that the policy stays as strict as it is for everybody.
 */
function adoptStyles(): () => void {
  const restore = replaceStyleElements();
  const sheets = new Map<Node, CSSStyleSheet>();
  const follow = (added: Iterable<Node>, removed: Iterable<Node>) => {
    for (const node of added) {
      if (!(node instanceof Element) || node.localName !== STAND_IN) continue;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(node.textContent);
      sheets.set(node, sheet);
      document.adoptedStyleSheets.push(sheet);
    }
    const gone = [...removed].map((node) => sheets.get(node));
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => !gone.includes(one));
  };
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) follow(addedNodes, removedNodes);
  });
  watch.observe(document.head, { childList: true });
  return () => {
    watch.disconnect();
    restore();
    follow([], sheets.keys());
  };
}

/** Creates or destroys the console as the flag says; loading it may fail without a network. */
export async function applyDebugFlag(): Promise<void> {
  if (!isDebugConsoleOn()) {
    shown?.destroy();
    shown = undefined;
    return stopStyles();
  }
  const { default: VConsole } = await import("vconsole");
  if (shown || !isDebugConsoleOn()) return;
  stopStyles = adoptStyles();
  shown = new VConsole({ theme: "light" });
}

/** Sets or clears the flag, and follows it. */
export async function setDebugConsole(isOn: boolean): Promise<void> {
  if (isOn) writeEntry(FLAG, true, Date.now() + KEPT_MS);
  else removeEntry(FLAG);
  await applyDebugFlag();
}
