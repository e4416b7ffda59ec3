/**
 * The stored form of what a member saw last of a page (decision 0210), for the app that writes it and
 * the service worker that reads it. The script in the page's head knows it too (index.html).
 */
import { attempt } from "./attempt.ts";
import { objectStore } from "./object-store.ts";
import { existingKey, sealParameters } from "./storage-key.ts";

export const inViews = objectStore("yunjing-last-views", "views");

/** What is shown of a page: its content as HTML without secrets, its title, and its reads. */
export type LastView = {
  readonly html: string;
  readonly title: string;
  /** Addresses that are requested together with the view. */
  readonly reads: readonly string[];
};

/** The seal is bound to the owner, so a changed owner opens nothing. */
type StoredView = {
  readonly owner: string;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
};

/** Returns the part of a build that names its files; the head knows no more. */
export const buildOf = (id: string): string => id.split("+")[1] ?? "";

/** Returns what the seal of a view is bound to. */
export const nameOfSeal = (owner: string, build: string, name: string): string =>
  [owner, build, name].join(" ");

/** Returns the view of this build that is stored under a name, and its owner. Never rejects. */
export async function readLastView(
  build: string,
  name: string,
): Promise<(LastView & { readonly owner: string }) | undefined> {
  const [key, stored] = await Promise.all([
    existingKey(),
    inViews<StoredView | undefined>("readonly", (store) => store.get(name)).catch(() => undefined),
  ]);
  if (!key || stored?.owner === undefined) return undefined;
  const { owner, nonce, sealed } = stored;
  const opened = await crypto.subtle
    .decrypt(sealParameters(nameOfSeal(owner, build, name), nonce), key, sealed)
    .catch(() => undefined);
  if (!opened) return undefined;
  const view = attempt(() => JSON.parse(new TextDecoder().decode(opened)) as LastView);
  return view && { ...view, owner };
}
