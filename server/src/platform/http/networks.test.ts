/** The list of networks that may reach the console. */
import { expect, test } from "vitest";
import { networkTest } from "./networks.ts";

test.each([
  ["", "203.0.113.9", true],
  ["10.0.0.0/8", "10.255.1.2", true],
  ["10.0.0.0/8", "11.0.0.1", false],
  ["10.0.0.0/8, 192.0.2.7", "192.0.2.7", true],
  ["10.0.0.0/8", "::ffff:10.1.1.1", true],
  ["2001:db8::/32", "2001:db8:1::1", true],
  ["2001:db8::/32", "2001:db9::1", false],
  ["10.0.0.0/8", "no address", false],
])("'%s' and %s: %s", (networks, address, isAllowed) => {
  expect(networkTest(networks)(address)).toBe(isAllowed);
});

test.each(["10.0.0.0/33", "10.0.0/8", "office", "10.0.0.0/"])("%s is refused", (networks) => {
  expect(() => networkTest(networks)).toThrow("is no network");
});
