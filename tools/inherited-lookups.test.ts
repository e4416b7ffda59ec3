/**
 * No external name reaches inherited object members: the whole product is searched, and planted
 * faults are found.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { inheritedLookups } from "./inherited-lookups.ts";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

function planted(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "yunjing-own-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "server/src/planted.ts");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const compilerOptions = { target: "es2023", module: "esnext", strict: true, noEmit: true };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["server"] }),
  );
  return inheritedLookups(folder, []);
}

const readers = "const readers: Record<string, () => void> = {};";

test("the product never looks up an external name among inherited members", () => {
  expect(inheritedLookups(root)).toEqual([]);
}, 240_000);

test.each([
  ["a lookup by a parameter", `${readers} export const find = (id: string) => readers[id];`],
  ["an optional lookup", `${readers} export const find = (id: string) => readers?.[id];`],
  ["a lookup by a property", `${readers} export const f = (p: { id: string }) => readers[p.id];`],
  ["a lookup by anything", `${readers} export const find = (id: any) => readers[id];`],
  [
    "a write",
    `const kept: Record<string, number> = {}; export const put = (id: string) => { kept[id] = 1; };`,
  ],
  [
    "a guard for another name",
    `${readers} export const f = (a: string, b: string) => Object.hasOwn(readers, a) ? readers[b] : 0;`,
  ],
])("%s is found", (_, text) => {
  expect(planted(text)).toEqual([
    expect.stringMatching(/^server\/src\/planted\.ts: .* may find what objects inherit/),
  ]);
});

test.each([
  [
    "a guarded lookup",
    `${readers} export const f = (id: string) => Object.hasOwn(readers, id) ? readers[id] : 0;`,
  ],
  ["a Map", "const m = new Map<string, number>(); export const f = (id: string) => m.get(id);"],
  ["a list", "const list = [1]; export const f = (n: number) => list[n];"],
  ["names of a fixed set", "const t = { a: 1, b: 2 }; export const f = (n: 'a' | 'b') => t[n];"],
])("%s is not found", (_, text) => {
  expect(planted(text)).toEqual([]);
});
