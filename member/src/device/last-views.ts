/**
 * Stores what the member last saw of a page, sealed (decision 0210). The script in the page's head
 * reads it the next time, so the form is also written in index.html.
 */
import { attempt } from "./attempt.ts";
import { BUILD_ID } from "./platform.ts";
import { buildOf, inViews as inStore, type LastView, nameOfSeal } from "./last-view-store.ts";
import { seal } from "./sealed-entries.ts";

/** Names and sizes of the stored views; without them the head reads nothing. */
const INDEX = "last-views";
const VIEWS_MAX = 12;
const VIEW_CHARS_MAX = 60_000;

/** The bytes of each view by its name, the one that was stored last at the end. */
type Index = {
  readonly owner: string;
  readonly build: string;
  readonly bytes: Readonly<Record<string, number>>;
};

const isIndex = (value: unknown): value is Index =>
  typeof value === "object" &&
  value !== null &&
  "owner" in value &&
  "build" in value &&
  "bytes" in value &&
  typeof value.bytes === "object" &&
  value.bytes !== null;

function readIndex(): Index | undefined {
  const value = attempt<unknown>(() => JSON.parse(localStorage.getItem(INDEX) ?? ""));
  return isIndex(value) ? value : undefined;
}

/** The part of a build that names its files; the head knows no more. */
const BUILD = buildOf(BUILD_ID);
/** Grows with each removal: what was begun before it is not stored after it. */
let removals = 0;

/** Returns the size of all stored views in bytes. */
export const lastViewBytes = (): number =>
  Object.values(readIndex()?.bytes ?? {}).reduce((sum, bytes) => sum + bytes, 0);

async function clear(): Promise<void> {
  attempt(() => localStorage.removeItem(INDEX));
  await inStore("readwrite", (store) => store.clear()).catch(() => undefined);
}

/** Removes all views; at once no head can show one. Never rejects. */
export function removeLastViews(): Promise<void> {
  removals += 1;
  return clear();
}

/** Removes all views unless they are of this member, whose id is null without a login. Never rejects. */
export async function removeOthersViews(uid: string | null): Promise<void> {
  if (readIndex()?.owner !== uid) await removeLastViews();
}

/** Adds a view of these bytes to the index; returns the names of the ones beyond the limit. */
function addToIndex(owner: string, name: string, bytes: number): readonly string[] {
  const { [name]: _old, ...others } = readIndex()?.bytes ?? {};
  const oldestFirst = [...Object.entries(others), [name, bytes] as const];
  const index: Index = {
    owner,
    build: BUILD,
    bytes: Object.fromEntries(oldestFirst.slice(-VIEWS_MAX)),
  };
  attempt(() => localStorage.setItem(INDEX, JSON.stringify(index)));
  return oldestFirst.slice(0, -VIEWS_MAX).map(([old]) => old);
}

/**
 * Stores a view of this member and removes the oldest ones beyond the limit, and all of another
 * member or build. A view that is too large is not stored. Never rejects.
 */
export async function storeLastView(owner: string, name: string, view: LastView): Promise<void> {
  const text = JSON.stringify(view);
  if (text.length > VIEW_CHARS_MAX) return;
  const begun = removals;
  const remove = (old: string) => inStore("readwrite", (store) => store.delete(old));
  const known = readIndex();
  if (known?.owner !== owner || known.build !== BUILD) await clear();
  const sealed = await seal(nameOfSeal(owner, BUILD, name), text).catch(() => undefined);
  if (!sealed || removals !== begun) return;
  try {
    await inStore("readwrite", (store) => store.put({ owner, ...sealed }, name));
    const old = removals === begun ? addToIndex(owner, name, sealed.sealed.byteLength) : [name];
    await Promise.all(old.map(remove));
  } catch {
    // A full or forbidden database stores nothing.
  }
}
