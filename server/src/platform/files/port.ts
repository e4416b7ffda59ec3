/** The file store port, implemented by a disk and by an S3-compatible store. */
import type { Readable } from "node:stream";
import { invariant } from "../refusal.ts";

export type StoredBytes = { readonly stream: Readable; readonly bytes: number };

/** Every call throws Outage when the store fails. */
export type FileStore = {
  /** Atomic: a reader gets the whole file or none. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<StoredBytes | undefined>;
  /** Does nothing when the file does not exist. */
  remove(key: string): Promise<void>;
  /** Yields the key of every member file, in no order, for cleanup. */
  list(): AsyncIterable<string>;
};

/**
 * We create the keys: `2026/11/{uuid}.jpg`. No other path is accepted, so no key can point outside
 * the store's folder.
 */
const KEY = /^\d{4}\/\d{2}\/[0-9a-f-]{36}\.(?:jpg|png|webp)$/;

/**
 * Our own records beside the members' files: the ends of the audit's hash chains. Cleanup never
 * lists them.
 */
const RECORD = /^audit\/(?:latest|anchors\/\d{8})\.json$/;

/** The parts of operators' exports, which the exports module deletes after a day. */
const EXPORT_PART = /^exports\/EX\d{14}\/[0-9a-f-]{36}\.csv$/;

/** Issued invoices, which are kept. */
const INVOICE = /^invoices\/[0-9a-f-]{36}\.pdf$/;

/** Sealed copies of members' own data, which the copies module deletes after days. */
const COPY = /^copies\/[0-9a-f-]{36}\.sealed$/;

/** Rows that left the database, which are kept. */
const ARCHIVE = /^archive\/[a-z-]{1,20}\/[0-9a-f-]{36}\.jsonl\.gz$/;

export const isFileKey = (key: string): boolean => KEY.test(key);

/** Returns the key; throws a Defect when its form is wrong. */
export function checkedKey(key: string): string {
  const isOurs = [RECORD, EXPORT_PART, INVOICE, COPY, ARCHIVE].some((form) => form.test(key));
  invariant(isFileKey(key) || isOurs, "a file's key has another form");
  return key;
}
