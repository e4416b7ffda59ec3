/** Logins and signed records go on while `APP_SECRET` is rotated, until the old one ends. */
import Type from "typebox";
import { expect, test } from "vitest";
import { createSecrets } from "../../platform/secrets.ts";
import { testContext } from "../../platform/testing.ts";
import { readSigned, signText } from "./signed-text.ts";
import { signToken, verifyToken } from "./tokens.ts";

const [before, after] = [
  "the signing root before the rotation",
  "the one after the rotation, other",
];
const MINUTE = 60_000;

test("a login of the old root goes on until its end; logins of the new one are good at once", async () => {
  const base = testContext();
  const endsAt = base.clock.now().getTime() + 10 * MINUTE;
  const now = () => base.clock.now().getTime();
  const old = { ...base, secrets: createSecrets(before) };
  const rotated = {
    ...base,
    secrets: createSecrets(after, { data: before, old: { root: before, endsAt }, now }),
  };
  const claims = { memberId: "m", sessionId: "s", sessionVersion: 1, roles: [], permissions: [] };
  const { token } = await signToken(old, "member", claims);
  const state = signText(old, "state", { at: 1 });
  const shape = Type.Object({ at: Type.Number() });
  const read = () => readSigned(rotated, { kind: "state", text: state, shape });
  expect(await verifyToken(rotated, "member", token)).toMatchObject({ memberId: "m" });
  expect(read()).toEqual({ at: 1 });
  base.clock.advance(10 * MINUTE);
  expect(await verifyToken(rotated, "member", token)).toBeUndefined();
  expect(read()).toBeUndefined();
  const renewed = await signToken(rotated, "member", claims);
  expect(await verifyToken(rotated, "member", renewed.token)).toMatchObject({ memberId: "m" });
  expect(await verifyToken(old, "member", renewed.token)).toBeUndefined();
});
