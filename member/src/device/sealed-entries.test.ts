// @vitest-environment happy-dom
/** Tests that stored entries cannot be read without the device's key, moved, or read after a logout. */
import { beforeEach, expect, test, vi } from "vitest";
import { stubKeyDatabase } from "./key-database.fixture.ts";
import { forgetSealed, readSealed, removeUnsealed, writeSealed } from "./sealed-entries.ts";
import { entryKeys, readRawEntry, writeEntry } from "./storage.ts";

type Code = { readonly code: string };
const isCode = (value: unknown): value is Code =>
  typeof value === "object" && value !== null && "code" in value;
const later = Date.now() + 60_000;

let keys: Map<string, unknown>;
beforeEach(() => {
  localStorage.clear();
  keys = stubKeyDatabase();
});

test("D11 a stored code is read back, and its text is nowhere in the storage", async () => {
  expect(await writeSealed("order:1", { code: "836201" }, later)).toBe(true);
  expect(await readSealed("order:1", isCode)).toEqual({ code: "836201" });
  expect(JSON.stringify(readRawEntry("order:1"))).not.toContain("836201");
  expect(keys.size).toBe(1);
});

test("D11 the key cannot be exported", async () => {
  await writeSealed("order:1", { code: "1" }, later);
  const key = keys.get("storage");
  if (!(key instanceof CryptoKey)) throw new Error("there is no key");
  await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
});

test("an entry that is moved to another name, changed or of another key is not read", async () => {
  await writeSealed("order:1", { code: "1" }, later);
  const stored = readRawEntry("order:1");
  writeEntry("order:2", stored?.value, later);
  expect(await readSealed("order:2", isCode)).toBeUndefined();
  writeEntry("order:1", { ...Object(stored?.value), sealed: btoa("changed") }, later);
  expect(await readSealed("order:1", isCode)).toBeUndefined();
  writeEntry("order:1", stored?.value, later);
  expect(await readSealed("order:1", isCode)).toEqual({ code: "1" });
  keys.clear();
  expect(await readSealed("order:1", isCode)).toBeUndefined();
});

test("D11 after a logout nothing can be read, and what was being stored is not stored", async () => {
  await writeSealed("order:1", { code: "1" }, later);
  const begun = writeSealed("order:2", { code: "2" }, later);
  await forgetSealed();
  expect(await begun).toBe(false);
  expect(await readSealed("order:1", isCode)).toBeUndefined();
  expect(entryKeys()).not.toContain("order:2");
});

test("an entry that an earlier version stored as plain text is removed", async () => {
  await writeSealed("order:1", { code: "1" }, later);
  writeEntry("order:2", { code: "2" }, later);
  writeEntry("exchange-session", { session: "s" }, later);
  removeUnsealed(/^order:/);
  expect(entryKeys().sort()).toEqual(["exchange-session", "order:1"]);
});

test("a page without https or IndexedDB stores nothing and fails nowhere", async () => {
  vi.stubGlobal("indexedDB", undefined);
  expect(await writeSealed("order:1", { code: "1" }, later)).toBe(false);
  expect(await readSealed("order:1", isCode)).toBeUndefined();
  expect(entryKeys()).toEqual([]);
});
