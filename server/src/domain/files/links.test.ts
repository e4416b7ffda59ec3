/** Links and upload policies stay valid while `APP_SECRET` is rotated, until the old one ends. */
import { expect, test } from "vitest";
import { createSecrets } from "../../platform/secrets.ts";
import { testContext } from "../../platform/testing.ts";
import { isValidLink, linkOf, policyFields, readPolicy } from "./links.ts";

const [before, after] = [
  "the signing root before the rotation",
  "the one after the rotation, other",
];
const HOUR = 3_600_000;

test("a link and a policy of the old root are good until its end", () => {
  const base = testContext();
  const now = () => base.clock.now().getTime();
  const until = now() + 5 * HOUR;
  const old = { ...base, secrets: createSecrets(before) };
  const others = { data: before, old: { root: before, endsAt: now() + HOUR }, now };
  const rotated = { ...base, secrets: createSecrets(after, others) };
  const link = { path: "2026/11/x/a.jpg", until, readerId: "m" };
  const sign = new URL(linkOf(old, link), "https://a.test").searchParams.get("sign") ?? "";
  const policy = { fileId: "x", path: link.path, bytesMax: 1, types: [], until };
  const fields = Object.fromEntries(
    policyFields(old, policy).map(({ key, value }) => [key, value]),
  );
  expect(isValidLink(rotated, link, sign)).toBe(true);
  expect(readPolicy(rotated, fields)).toEqual(policy);
  base.clock.advance(HOUR);
  expect(isValidLink(rotated, link, sign)).toBe(false);
  expect(readPolicy(rotated, fields)).toBeUndefined();
});
