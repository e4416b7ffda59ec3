/**
 * Keyboard shortcuts of the console. Single letters are off in fields, in dialogs, and for those who
 * switched them off (WCAG 2.1.4).
 */

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const OFF = "console-letters-off";
const CHORD_MS = 1_200;
const bindings: Keys[] = [];
let chordUntil = 0;

export const areLettersOff = (): boolean => localStorage.getItem(OFF) === "1";
export const switchLetters = (isOff: boolean): void =>
  isOff ? localStorage.setItem(OFF, "1") : localStorage.removeItem(OFF);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === "checkbox");

function nameOf(event: KeyboardEvent): string | undefined {
  if (event.isComposing) return undefined;
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") return "search";
  if (event.metaKey || event.ctrlKey || event.altKey) return undefined;
  const isOver = document.querySelector("[role=dialog]") !== null;
  if (event.key === "Escape") return isOver ? undefined : "Escape";
  if (isField(event.target) || isOver) return undefined;
  if (areLettersOff() && /^[a-z]$/i.test(event.key)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (Date.now() < chordUntil) {
    chordUntil = 0;
    return `g ${key}`;
  }
  if (key === "g") {
    chordUntil = Date.now() + CHORD_MS;
    return undefined;
  }
  return key;
}

function press(event: KeyboardEvent): void {
  const name = nameOf(event);
  if (name === undefined) return;
  const action = bindings
    .toReversed()
    .map((keys) => new Map(Object.entries(keys)).get(name))
    .find((found) => found !== undefined);
  if (!action) return;
  if (name === "search" || name === "/") event.preventDefault();
  action(event);
}

/**
 * Binds keys: letters, `search` (⌘K), `g o` (G, then O), `Escape`. The newest binding of a key wins.
 * Returns a function that ends it.
 */
export function onKey(keys: Keys): () => void {
  if (bindings.length === 0) addEventListener("keydown", press);
  bindings.push(keys);
  return () => {
    bindings.splice(bindings.indexOf(keys), 1);
    if (bindings.length === 0) removeEventListener("keydown", press);
  };
}
