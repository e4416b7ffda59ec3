/**
 * Reads the encrypted export file of a code batch: CSV, encrypted with a key that a second person
 * claims once. It can be decrypted wherever WebCrypto is available: on the printing page, or with
 * `tools/open-codes.ts` (docs/code-export.md).
 *
 * File: magic (8 bytes), salt (16), then chunks. A chunk is AES-256-GCM of 65,536 bytes of CSV (the
 * last chunk may be shorter) and its tag (16). Its nonce is the chunk's number from 0 (11 bytes,
 * big-endian) and one byte, 1 for the last chunk; its additional data are the first 24 bytes of the
 * file. So a missing, moved or truncated chunk is detected.
 */
import { CODE_ALPHABET, checkSymbols, normalizeOwnCode } from "./exchange-code.ts";

export const FILE_MAGIC = "YJCODES1";
export const SALT_BYTES = 16;
export const HEADER_BYTES = FILE_MAGIC.length + SALT_BYTES;
export const CHUNK_BYTES = 65_536;
export const TAG_BYTES = 16;
/** HKDF info: binds the derived key to this use. */
export const KEY_INFO = "yunjing code export";

/**
 * A key is 24 symbols of Crockford's base 32 (120 bits) and 2 check symbols, shown in groups of
 * four.
 */
const KEY_DATA_SYMBOLS = 24;
const KEY_SYMBOLS = KEY_DATA_SYMBOLS + 2;

/** Returns the ungrouped key for 24 or more random bytes. */
export function keyOfBytes(bytes: Uint8Array): string {
  const data = Array.from(
    bytes.subarray(0, KEY_DATA_SYMBOLS),
    (byte) => CODE_ALPHABET[byte & 31],
  ).join("");
  return data + checkSymbols(data);
}

export const formatKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join("-");

/**
 * Parses a typed or pasted key and returns it ungrouped; `undefined` when it is malformed or a
 * check symbol is wrong.
 */
export function parseKey(typed: string): string | undefined {
  const key = normalizeOwnCode(typed);
  const isKey =
    key.length === KEY_SYMBOLS && [...key].every((symbol) => CODE_ALPHABET.includes(symbol));
  const data = key.slice(0, KEY_DATA_SYMBOLS);
  return isKey && checkSymbols(data) === key.slice(KEY_DATA_SYMBOLS) ? key : undefined;
}

/** Returns the nonce of chunk `number`, counted from 0. */
export function nonceOf(number: number, isLast: boolean): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(7, number);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function fileKey(key: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const text = new TextEncoder();
  const { subtle } = globalThis.crypto;
  const material = await subtle.importKey("raw", text.encode(key), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt, info: text.encode(KEY_INFO) };
  const cipher = { name: "AES-GCM", length: 256 };
  return subtle.deriveKey(derivation, material, cipher, false, ["decrypt"]);
}

/** Returns whether the bytes begin like a code export file. */
export const isCodeFile = (bytes: Uint8Array): boolean =>
  bytes.length >= HEADER_BYTES + TAG_BYTES &&
  new TextDecoder().decode(bytes.subarray(0, FILE_MAGIC.length)) === FILE_MAGIC;

/**
 * Returns the CSV of a whole file. `key` is the result of `parseKey`. Throws, without any output,
 * when the key is wrong or any byte was changed, moved or cut off.
 */
export async function openCodeFile(bytes: Uint8Array<ArrayBuffer>, key: string): Promise<string> {
  if (!isCodeFile(bytes)) throw new Error("not a code file");
  const additionalData = bytes.subarray(0, HEADER_BYTES);
  const cipherKey = await fileKey(key, bytes.subarray(FILE_MAGIC.length, HEADER_BYTES));
  const reader = new TextDecoder();
  let csv = "";
  let number = 0;
  for (let from = HEADER_BYTES; from < bytes.length; from += CHUNK_BYTES + TAG_BYTES) {
    const to = Math.min(bytes.length, from + CHUNK_BYTES + TAG_BYTES);
    const iv = nonceOf(number++, to === bytes.length);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    const chunk = bytes.subarray(from, to);
    const plain = await globalThis.crypto.subtle.decrypt(algorithm, cipherKey, chunk);
    csv += reader.decode(plain, { stream: true });
  }
  return csv + reader.decode();
}

export type CodeRow = {
  readonly serial: number;
  readonly code: string;
  readonly link: string;
  /** As in the file: `2026-12-31 23:59`, China time. */
  readonly validFrom: string;
  readonly validUntil: string;
};

export const CSV_HEAD = "序号,兑换码,链接,生效时间,有效期至";

/** Returns the rows of the CSV; no field contains a comma or a quote. */
export const rowsOfCsv = (csv: string): CodeRow[] =>
  csv
    .replace("\uFEFF", "")
    .split("\r\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => {
      const [serial = "", code = "", link = "", validFrom = "", validUntil = ""] = line.split(",");
      return { serial: Number(serial), code, link, validFrom, validUntil };
    });
