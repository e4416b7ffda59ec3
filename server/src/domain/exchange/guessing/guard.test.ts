/**
 * Tests whose wrong tries are counted, and what is required before a look-up, without a database.
 */
import { expect, test } from "vitest";
import { testContext } from "../../../platform/testing.ts";
import { networkOf } from "../../risk/model.ts";
import { guessLimitsOf } from "./guard.ts";

test("addresses are grouped by network", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("2001:DB8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
});

const here = { device: "d", address: "203.0.113.7" };

test("wrong tries count for device and network, and a network never locks a caller", () => {
  const guest = guessLimitsOf(testContext(), { ...here, memberId: undefined }, undefined);
  expect(guest.countedSubjects).toEqual([
    { subject: "device:d", most: 30 },
    { subject: "network:203.0.113.7" },
  ]);
  expect(guest.lockSubjects).toEqual(["code-lock:device:d"]);
  expect(guest.proofSubjects).toEqual(["network:203.0.113.7", "device:d"]);
});

test("a login needs no proof, regardless of its network", () => {
  const member = guessLimitsOf(testContext(), { ...here, device: "", memberId: "m" }, undefined);
  expect(member.countedSubjects).toEqual([
    { subject: "account:m", most: 10 },
    { subject: "network:203.0.113.7" },
  ]);
  expect(member.lockSubjects).toEqual(["code-lock:account:m"]);
  expect(member.proofSubjects).toEqual([]);
});

test("operators see guessers by names that cannot be traced back", () => {
  const guest = guessLimitsOf(testContext(), { ...here, memberId: undefined }, undefined);
  expect(guest.callerLabel).toMatch(/^网络 [0-9a-f]{12}，设备 [0-9a-f]{12}$/);
  const elsewhere = guessLimitsOf(
    testContext(),
    { ...here, address: "::1", memberId: "m" },
    undefined,
  );
  expect(elsewhere.callerLabel.slice(0, 15)).not.toBe(guest.callerLabel.slice(0, 15));
  expect(elsewhere.callerLabel.slice(-12)).toBe(guest.callerLabel.slice(-12));
});
