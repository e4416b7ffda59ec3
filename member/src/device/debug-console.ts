/**
 * The on-device debug console (M08): created while a stored flag is set, destroyed when it is not.
 * Never part of the first view.
 */
import { onLogout } from "./logout-handlers.ts";
import { removeEntry, isBoolean, writeEntry, readEntry } from "./storage.ts";

/** The entry script checks this name before it loads this file. */
const FLAG = "debug-console";
/** Milliseconds. A forgotten flag expires. */
const RETENTION_MS = 24 * 3_600_000;

type Console = { destroy: () => void };
let shown: Console | undefined;
let stopStyles = () => {};

// The console's record of a member's calls is removed when the member logs out.
onLogout(() => applyDebugFlag());

/** Returns true while the stored flag is set. */
export const isDebugConsoleOn = (): boolean => readEntry(FLAG, isBoolean) === true;

/** The element that replaces a style element; the CSP does not apply to it. */
const PLACEHOLDER = "x-style";

/**
 * Makes `document.createElement("style")` return the replacement; returns a function that undoes
 * it.
 */
function replaceStyleElements(): () => void {
  const create = document.createElement.bind(document);
  const value = (name: string, options?: ElementCreationOptions) =>
    create(name.toLowerCase() === "style" ? PLACEHOLDER : name, options);
  Object.defineProperty(document, "createElement", { configurable: true, value });
  return () => void Reflect.deleteProperty(document, "createElement");
}

/**
 * The CSP refuses the style elements by which the console adds its styles. The text of the
 * replacement elements becomes a constructed stylesheet, so the policy stays strict for everyone.
 */
function adoptStyles(): () => void {
  const restore = replaceStyleElements();
  const sheets = new Map<Node, CSSStyleSheet>();
  const follow = (added: Iterable<Node>, removed: Iterable<Node>) => {
    for (const node of added) {
      if (!(node instanceof Element) || node.localName !== PLACEHOLDER) continue;
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

/** Creates or destroys the console according to the flag; loading it may fail offline. */
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

/** Sets or clears the flag and applies it. */
export async function setDebugConsole(isOn: boolean): Promise<void> {
  if (isOn) writeEntry(FLAG, true, Date.now() + RETENTION_MS);
  else removeEntry(FLAG);
  await applyDebugFlag();
}
