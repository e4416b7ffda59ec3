/**
 * The file that carries a batch's codes out of the house: CSV, sealed under a key that another person takes once. It is
 * opened wherever there is WebCrypto: on the page that prints, or by `tools/open-codes.ts` (docs/code-export.md).
 *
 * File: magic (8 bytes), salt (16), then chunks. A chunk is AES-256-GCM of 65,536 bytes of CSV (the last one of what is
 * left) and its tag (16). Its nonce is the chunk's number from 0 (11 bytes, big-endian) and one byte, 1 for the last
 * chunk; its additional data are the first 24 bytes of the file. So no chunk can be left out, moved or cut off.
 */
import { CODE_ALPHABET, checkSymbols, normalizeOwnCode } from "./exchange-code.ts";

export const FILE_MAGIC = "YJCODES1";
export const SALT_BYTES = 16;
export const HEADER_BYTES = FILE_MAGIC.length + SALT_BYTES;
export const CHUNK_BYTES = 65_536;
export const TAG_BYTES = 16;
/** Binds the derived key to this use: HKDF's info. */
export const KEY_INFO = "yunjing code export";

/** A key is 24 symbols of Crockford's base 32 (120 bits) and 2 check symbols, shown in groups of four. */
const KEY_DATA_SYMBOLS = 24;
const KEY_SYMBOLS = KEY_DATA_SYMBOLS + 2;

/** The key of 24 or more random bytes, without its groups. */
export function keyOfBytes(bytes: Uint8Array): string {
  const data = Array.from(
    bytes.subarray(0, KEY_DATA_SYMBOLS),
    (byte) => CODE_ALPHABET[byte & 31],
  ).join("");
  return data + checkSymbols(data);
}

export const formatKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join("-");

/** A key as typed or pasted, without its groups; undefined for what is none, a slip of the fingers included. */
export function parseKey(typed: string): string | undefined {
  const key = normalizeOwnCode(typed);
  const isKey =
    key.length === KEY_SYMBOLS && [...key].every((symbol) => CODE_ALPHABET.includes(symbol));
  const data = key.slice(0, KEY_DATA_SYMBOLS);
  return isKey && checkSymbols(data) === key.slice(KEY_DATA_SYMBOLS) ? key : undefined;
}

/** The nonce of chunk `number`, from 0. */
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

/** Whether these bytes begin like such a file. */
export const isCodeFile = (bytes: Uint8Array): boolean =>
  bytes.length >= HEADER_BYTES + TAG_BYTES &&
  new TextDecoder().decode(bytes.subarray(0, FILE_MAGIC.length)) === FILE_MAGIC;

/**
 * The CSV of a whole file. `key` is as `readKey` answers it. Throws when the key is another's, or a byte was changed,
 * moved or cut off; nothing is answered then.
 */
export async function openCodeFile(bytes: Uint8Array<ArrayBuffer>, key: string): Promise<string> {
  if (!isCodeFile(bytes)) throw new Error("not a file of codes");
  const additionalData = bytes.subarray(0, HEADER_BYTES);
  const cipherKey = await fileKey(key, bytes.subarray(FILE_MAGIC.length, HEADER_BYTES));
  const reader = new TextDecoder();
  let csv = "";
  let number = 0;
  for (let from = HEADER_BYTES; from < bytes.length; from += CHUNK_BYTES + TAG_BYTES) {
    const to = Math.min(bytes.length, from + CHUNK_BYTES + TAG_BYTES);
    const iv = nonceOf(number++, to === bytes.length);
    const asked = { name: "AES-GCM", iv, additionalData };
    const chunk = bytes.subarray(from, to);
    const plain = await globalThis.crypto.subtle.decrypt(asked, cipherKey, chunk);
    csv += reader.decode(plain, { stream: true });
  }
  return csv + reader.decode();
}

export type CodeRow = {
  readonly serial: number;
  readonly code: string;
  readonly link: string;
  /** As written: `2026-12-31 23:59`, in China's time. */
  readonly validFrom: string;
  readonly validUntil: string;
};

export const CSV_HEAD = "序号,兑换码,链接,生效时间,有效期至";

/** The rows of the CSV; none of its fields has a comma or a quote. */
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
