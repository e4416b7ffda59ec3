/**
 * Checks whether a host name belongs to the public internet: it has a public suffix of the Public
 * Suffix List (tldts), and is not a name of a private network, of a cloud's metadata service, or of
 * a DNS service that resolves to any address. No name is resolved, so the address behind a public
 * name is not checked here.
 */
import { parse } from "tldts";

/** Suffixes of the list that are not part of the public web. */
const SPECIAL_SUFFIX = /(^|\.)(arpa|onion)$/;

/** Reserved for examples (RFC 2606), never resolved; used by the sandbox partners. */
const EXAMPLE = /^([a-z0-9-]+\.)+example$/;

/** Labels that private networks and metadata services also use under public suffixes. */
const PRIVATE_LABELS: ReadonlySet<string> = new Set([
  "localhost",
  "localdomain",
  "internal",
  "intranet",
  "metadata",
  "instance-data",
  "rancher-metadata",
]);
/** The clouds' internal endpoints: `oss-cn-hangzhou-internal.aliyuncs.com`. */
const INTERNAL_LABEL = /-internal$/;

/**
 * Domains whose names resolve to loopback, to an address contained in the name, or into a cloud.
 */
const PRIVATE_DOMAINS: ReadonlySet<string> = new Set([
  "localtest.me",
  "lvh.me",
  "vcap.me",
  "lacolhost.com",
  "localhost.direct",
  "localho.st",
  "nip.io",
  "sslip.io",
  "xip.io",
  "traefik.me",
  "tencentyun.com",
]);

/** An IPv4 address within a name, with dots or dashes. */
const ADDRESS = /(^|[.-])\d{1,3}([.-]\d{1,3}){3}([.-]|$)/;

/** `host` in lower case, without a port or a trailing dot. */
export function isPublicHost(host: string): boolean {
  const labels = host.split(".");
  const isPrivate = labels.some((label) => PRIVATE_LABELS.has(label) || INTERNAL_LABEL.test(label));
  if (isPrivate || ADDRESS.test(host)) return false;
  if (EXAMPLE.test(host)) return true;
  const { domain, isIcann, isIp, publicSuffix } = parse(host, { extractHostname: false });
  if (isIp || !isIcann || domain === null || publicSuffix === null) return false;
  return !SPECIAL_SUFFIX.test(publicSuffix) && !PRIVATE_DOMAINS.has(domain);
}
