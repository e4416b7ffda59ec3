/** Whose wrong tries are counted, and what stands before a look-up, without a database. */
import { expect, test } from "vitest";
import { testContext } from "../../../platform/testing.ts";
import { guardOf, networkOf } from "./guard.ts";

test("an address stands for its network", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:DB8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
});

const here = { device: "d", address: "203.0.113.7" };

test("all that is known of a guesser is counted, and nobody is locked out for a network", () => {
  const guest = guardOf(testContext(), { ...here, memberId: undefined }, undefined);
  expect(guest.counted).toEqual([
    { subject: "device:d", most: 30 },
    { subject: "network:203.0.113.7" },
  ]);
  expect(guest.gates).toEqual(["code-lock:device:d"]);
  expect(guest.doubted).toEqual(["network:203.0.113.7", "device:d"]);
});

test("a login is asked for no proof, whatever its network did", () => {
  const member = guardOf(testContext(), { ...here, device: "", memberId: "m" }, undefined);
  expect(member.counted).toEqual([
    { subject: "account:m", most: 10 },
    { subject: "network:203.0.113.7" },
  ]);
  expect(member.gates).toEqual(["code-lock:account:m"]);
  expect(member.doubted).toEqual([]);
});

test("operators read of a guesser by names that lead back to nobody", () => {
  const guest = guardOf(testContext(), { ...here, memberId: undefined }, undefined);
  expect(guest.who).toMatch(/^网络 [0-9a-f]{12}，设备 [0-9a-f]{12}$/);
  const elsewhere = guardOf(testContext(), { ...here, address: "::1", memberId: "m" }, undefined);
  expect(elsewhere.who.slice(0, 15)).not.toBe(guest.who.slice(0, 15));
  expect(elsewhere.who.slice(-12)).toBe(guest.who.slice(-12));
});
