/**
 * The key that seals what this device stores of a member: made once, kept in the browser's IndexedDB, and
 * not readable by any script, only usable (WebCrypto). A logout removes it.
 */

import { objectStore } from "./object-store.ts";

const NAME = "storage";
/** The script in the page's head reads the key from there (index.html). */
const inStore = objectStore("yunjing-key", "keys");

/** Returns the parameters of a seal that is bound to a name. */
export const sealParameters = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(name),
});

/** Returns the key, or `undefined` before the first one and in a browser that keeps none. */
export const existingKey = (): Promise<CryptoKey | undefined> =>
  inStore<CryptoKey | undefined>("readonly", (store) => store.get(NAME)).catch(() => undefined);

/** Returns the key, and makes it the first time; `undefined` where a page may not use WebCrypto. */
export async function storageKey(): Promise<CryptoKey | undefined> {
  const known = await existingKey();
  if (known || !("subtle" in crypto)) return known;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  // Of two tabs at the same time the key of the first one stays.
  await inStore("readwrite", (store) => store.add(made, NAME)).catch(() => undefined);
  return existingKey();
}

export const removeStorageKey = (): Promise<unknown> =>
  inStore("readwrite", (store) => store.delete(NAME)).catch(() => undefined);
