/**
 * Tests keys and sealing: one key per purpose, fields that open only in their row, tokens that can
 * be derived again.
 */
import { describe, expect, test } from "vitest";
import { createSecrets, constantTimeEqual } from "./secrets.ts";

const secrets = createSecrets("a root secret that is long enough for tests");
const place = "orders:contact_sealed:1";

describe("a sealed field", () => {
  test("opens in its own row, and looks different each time", () => {
    const sealed = secrets.seal("13800000001", place);
    expect(secrets.open(sealed, place)).toBe("13800000001");
    expect(sealed.equals(secrets.seal("13800000001", place))).toBe(false);
    expect(sealed.includes("13800000001")).toBe(false);
  });

  test("does not open in another row, under another root, or with any byte changed", () => {
    const sealed = secrets.seal("secret", place);
    expect(() => secrets.open(sealed, "orders:contact_sealed:2")).toThrow();
    expect(() =>
      createSecrets("another root secret of the same length!").open(sealed, place),
    ).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.open(changed, place), `byte ${at}`).toThrow();
    }
  });
});

test("each purpose has its own key, and each root different ones", () => {
  const purposes = [
    "access-token",
    "code-lookup",
    "phone-lookup",
    "receipt",
    "code-session",
  ] as const;
  const macs = purposes.map((purpose) => secrets.mac(purpose, "x").toString("hex"));
  expect(new Set(macs).size).toBe(purposes.length);
  const other = createSecrets("another root secret of the same length!");
  expect(macs).not.toContain(other.mac("receipt", "x").toString("hex"));
});

test("a derived token is repeatable, has 128 bits and reveals nothing of its id", () => {
  const token = secrets.deriveToken("receipt", "id-1");
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(secrets.deriveToken("receipt", "id-1")).toBe(token);
  expect(secrets.deriveToken("receipt", "id-2")).not.toBe(token);
  expect(secrets.deriveToken("code-session", "id-1")).not.toBe(token);
});

test("texts are compared as a whole", () => {
  expect(constantTimeEqual("abc", "abc")).toBe(true);
  expect(constantTimeEqual("abc", "abcd")).toBe(false);
  expect(constantTimeEqual("", "a")).toBe(false);
});

describe("a rotation of the signing root", () => {
  const [before, after] = [
    "the signing root before the rotation",
    "the signing root after the rotation!",
  ];
  const endsAt = 1_000_000;
  let now = 0;
  const old = createSecrets(before);
  const rotated = createSecrets(after, {
    data: before,
    old: { root: before, endsAt },
    now: () => now,
  });
  const macOf = (one: typeof old, text: string) => one.mac("file-link", text).toString("base64url");

  test("the old root verifies until its end, and signs no more", () => {
    now = endsAt - 1;
    expect(rotated.isMac("file-link", "a", macOf(old, "a"))).toBe(true);
    expect(rotated.isMac("file-link", "b", macOf(old, "a"))).toBe(false);
    expect(macOf(rotated, "a")).not.toBe(macOf(old, "a"));
    expect(old.isMac("file-link", "a", macOf(rotated, "a"))).toBe(false);
    now = endsAt;
    expect(rotated.isMac("file-link", "a", macOf(old, "a"))).toBe(false);
    expect(rotated.isMac("file-link", "a", macOf(rotated, "a"))).toBe(true);
  });

  test("what is stored keeps the root of the data: sealed fields, lookups, sessions of codes", () => {
    expect(rotated.open(old.seal("13800000001", place), place)).toBe("13800000001");
    expect(rotated.mac("code-lookup", "x")).toEqual(old.mac("code-lookup", "x"));
    expect(rotated.mac("phone-lookup", "x")).toEqual(old.mac("phone-lookup", "x"));
    expect(rotated.deriveToken("code-session", "x")).toBe(old.deriveToken("code-session", "x"));
  });
});
