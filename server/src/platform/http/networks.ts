/** Restricts a part of the server to clients of listed networks (CIDR). */
import { BlockList, isIP, isIPv4 } from "node:net";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../refusal.ts";

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/**
 * Returns a function that tells whether an address is in one of the networks, such as
 * `10.0.0.0/8, 2001:db8::/32, 192.0.2.7`. An empty list holds every address. Throws for a text that
 * is no network.
 */
export function networkTest(networks: string): (address: string) => boolean {
  const listed = networks.split(",").flatMap((text) => (text.trim() === "" ? [] : [text.trim()]));
  if (listed.length === 0) return () => true;
  const list = new BlockList();
  for (const network of listed) {
    const [address = "", prefix] = network.split("/");
    const bits = isIPv4(address) ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    const isValid =
      isIP(address) !== 0 && Number.isInteger(length) && length >= 0 && length <= bits;
    if (!isValid || prefix === "") throw new Error(`${network} is no network (CIDR)`);
    list.addSubnet(address, length, familyOf(address));
  }
  return (address) => {
    const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

/** Refuses NO_PERMISSION for every request from outside the networks, before its body is read. */
export function restrictToNetworks(scope: FastifyInstance, networks: string): void {
  const isAllowed = networkTest(networks);
  scope.addHook("onRequest", async (request) => {
    if (!isAllowed(request.ip)) throw new Refusal("NO_PERMISSION");
  });
}
