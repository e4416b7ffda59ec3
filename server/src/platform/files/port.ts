/** Where the bytes of files lie: the port that a disk and an S3-compatible store both fill. */
import type { Readable } from "node:stream";
import { invariant } from "../refusal.ts";

export type StoredBytes = { readonly stream: Readable; readonly bytes: number };

/** Every call throws Outage when the store does not do as agreed. */
export type FileStore = {
  /** All or nothing: a reader sees the whole file or none. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  get(key: string): Promise<StoredBytes | undefined>;
  /** Quiet about a file that is not there. */
  remove(key: string): Promise<void>;
  /** The key of every file of members there is, in no order, for sweeping. */
  list(): AsyncIterable<string>;
};

/** Keys are made by us: `2026/11/{uuid}.jpg`. Nothing else is a path, so nothing else can leave the store's folder. */
const KEY = /^\d{4}\/\d{2}\/[0-9a-f-]{36}\.(?:jpg|png|webp)$/;

/** Records of our own beside the files of members: what the audit's chains ended in. Sweepers never see them. */
const RECORD = /^audit\/(?:latest|anchors\/\d{8})\.json$/;

export const isFileKey = (key: string): boolean => KEY.test(key);

/** The key itself; one of another form is our defect. */
export function checkedKey(key: string): string {
  invariant(isFileKey(key) || RECORD.test(key), "a file's key has another form");
  return key;
}
