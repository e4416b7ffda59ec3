// @vitest-environment happy-dom
/** Tests U02, U03 and U04: the token's keys, its decoding, its validity and its permissions. */
import { beforeEach, expect, test, vi } from "vitest";
import { isString, readEntry } from "./storage.ts";
import {
  removeToken,
  hasPermission,
  identityOf,
  onTokenChange,
  saveToken,
  tokenErrorMessage,
  tokenState,
} from "./token.ts";

const createToken = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.sig`;

beforeEach(() => localStorage.clear());

test("U02 the token is stored as plain strings under the spec's keys, with a copy", async () => {
  const token = createToken({ uid: "m1", role: [], permission: [], exp: 2_000_000_000 });
  saveToken({ token, tokenExpired: 2_000_000_000_000 });
  expect(localStorage.getItem("uni_id_token")).toBe(token);
  expect(localStorage.getItem("uni_id_token_expired")).toBe("2000000000000");
  await expect.poll(() => readEntry("token", isString)).toBe(token);
});

test("U02 decoding yields uid, roles, permissions and the expiry in ms", () => {
  const token = createToken({
    uid: "m1",
    role: ["vip"],
    permission: ["devop:debug"],
    exp: 1_700_000_000,
    iat: 1,
  });
  expect(identityOf(token)).toEqual({
    uid: "m1",
    role: ["vip"],
    permission: ["devop:debug"],
    tokenExpired: 1_700_000_000_000,
  });
  const anonymous = { uid: null, role: [], permission: [], tokenExpired: 0 };
  for (const bad of ["", "a.b", "a.%%%.c", `a.${btoa("null")}.c`])
    expect(identityOf(bad)).toEqual(anonymous);
});

test("U03 a token is valid while its expiry is in the future", () => {
  expect(tokenState()).toBe("missing");
  saveToken({ token: createToken({ exp: 1 }), tokenExpired: 5000 });
  expect(tokenState(4999)).toBe("valid");
  expect(tokenState(5000)).toBe("expired");
  expect(tokenErrorMessage("missing")).toBe("check token failed");
  expect(tokenErrorMessage("expired")).toBe("token expired");
});

test("U04 admin has every permission, others those that the token lists", () => {
  const member = identityOf(createToken({ role: [], permission: ["exchange:generate"] }));
  expect(hasPermission("exchange:generate", member)).toBe(true);
  expect(hasPermission("devop:debug", member)).toBe(false);
  expect(hasPermission("devop:debug", identityOf(createToken({ role: ["admin"] })))).toBe(true);
});

test("U02 listeners are notified when a token is stored or removed", () => {
  const listener = vi.fn();
  const stop = onTokenChange(listener);
  saveToken({ token: createToken({}), tokenExpired: 1 });
  removeToken();
  stop();
  removeToken();
  expect(listener).toHaveBeenCalledTimes(2);
  expect(localStorage.getItem("uni_id_token")).toBeNull();
});
