/**
 * Stores entries on the device so that only this browser can read them: AES-256-GCM under the storage
 * key, bound to the entry's name (D11). Without a key (no https, no IndexedDB) nothing is stored.
 */
import { attempt } from "./attempt.ts";
import { entryKeys, readEntry, removeEntry, writeEntryAsIs } from "./storage.ts";
import { existingKey, removeStorageKey, sealParameters, storageKey } from "./storage-key.ts";

/**
 * Both in base64; the nonce is drawn for each write. `isDeflated`: what is sealed is compressed;
 * entries of earlier builds are not.
 */
type Sealed = { readonly nonce: string; readonly sealed: string; readonly isDeflated?: boolean };

const isSealed = (value: unknown): value is Sealed =>
  typeof value === "object" &&
  value !== null &&
  "nonce" in value &&
  typeof value.nonce === "string" &&
  "sealed" in value &&
  typeof value.sealed === "string" &&
  (!("isDeflated" in value) || typeof value.isDeflated === "boolean");

const NONCE_BYTES = 12;
const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

type Transform = CompressionStream | DecompressionStream;
/** Compresses or decompresses, in the browser's own code. Rejects for bytes that are not compressed. */
const through = (transform: Transform, bytes: BlobPart): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer();
const FORM = "deflate-raw";

/** Grows with each logout: what was begun before it is not stored after it. */
let logouts = 0;

/**
 * Seals a text or bytes under a name. Resolves with undefined where nothing may be stored: without a key, or
 * when the member has logged out meanwhile. Never rejects.
 */
export async function seal(
  name: string,
  content: string | ArrayBuffer,
): Promise<{ nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer } | undefined> {
  const begun = logouts;
  const cipherKey = await storageKey();
  if (!cipherKey) return undefined;
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const sealed = await crypto.subtle.encrypt(sealParameters(name, nonce), cipherKey, bytes);
  return logouts === begun ? { nonce, sealed } : undefined;
}

/**
 * Stores a value under a key, which may still be computed; `expiresAt` in ms. Resolves with false
 * when it was not stored. Never rejects.
 */
export async function writeSealed(
  pendingKey: string | Promise<string>,
  value: unknown,
  expiresAt: number,
): Promise<boolean> {
  const begun = logouts;
  const key = await pendingKey;
  const content = await through(new CompressionStream(FORM), JSON.stringify(value));
  const made = logouts === begun ? await seal(key, content) : undefined;
  if (!made || logouts !== begun) return false;
  const entry: Sealed = {
    nonce: toText(made.nonce),
    sealed: toText(new Uint8Array(made.sealed)),
    isDeflated: true,
  };
  writeEntryAsIs(key, entry, expiresAt);
  return true;
}

/** Returns a value that passes the guard; `undefined` for one of another key or name. Never rejects. */
export async function readSealed<T>(
  key: string,
  isOurs: (value: unknown) => value is T,
): Promise<T | undefined> {
  const entry = readEntry(key, isSealed);
  const cipherKey = entry && (await existingKey());
  if (!cipherKey) return undefined;
  const opened = await crypto.subtle
    .decrypt(sealParameters(key, toBytes(entry.nonce)), cipherKey, toBytes(entry.sealed))
    .then((content) =>
      entry.isDeflated ? through(new DecompressionStream(FORM), content) : content,
    )
    .catch(() => undefined);
  const value = opened && attempt<unknown>(() => JSON.parse(new TextDecoder().decode(opened)));
  return isOurs(value) ? value : undefined;
}

/** Removes entries of this form that an earlier version stored without sealing them. */
export function removeUnsealed(names: RegExp): void {
  for (const key of entryKeys())
    if (names.test(key) && readEntry(key, isSealed) === undefined) removeEntry(key);
}

/** Makes every sealed entry unreadable for good; called by a logout. */
export async function forgetSealed(): Promise<void> {
  logouts += 1;
  await removeStorageKey();
}
