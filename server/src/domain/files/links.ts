/**
 * Signs the policy of one upload and the links to read a file, with an expiry; any altered policy
 * or link is invalid.
 */
import type { Context } from "../../platform/context.ts";

export type Policy = {
  readonly fileId: string;
  readonly path: string;
  readonly bytesMax: number;
  readonly types: readonly string[];
  /** Milliseconds since 1970. */
  readonly until: number;
};

type Secrets = Pick<Context, "secrets">;

const signed = ({ secrets }: Secrets, purpose: "file-policy" | "file-link", text: string): string =>
  secrets.mac(purpose, text).toString("base64url");

/** Returns the fields that an upload must send back unchanged. */
export function policyFields(
  context: Secrets,
  policy: Policy,
): readonly { readonly key: string; readonly value: string }[] {
  const text = Buffer.from(JSON.stringify(policy)).toString("base64url");
  return [
    { key: "key", value: policy.path },
    { key: "policy", value: text },
    { key: "signature", value: signed(context, "file-policy", text) },
  ];
}

const isPolicy = (value: unknown): value is Policy =>
  typeof value === "object" && value !== null && "fileId" in value && "until" in value;

/**
 * Returns the policy of an upload's fields; undefined when it has no valid signature, was altered,
 * or is not for this key.
 */
export function readPolicy(
  context: Secrets,
  fields: Readonly<Record<string, string | undefined>>,
): Policy | undefined {
  const { key, policy = "", signature = "" } = fields;
  if (!context.secrets.isMac("file-policy", policy, signature)) return undefined;
  const read: unknown = JSON.parse(Buffer.from(policy, "base64url").toString());
  return isPolicy(read) && read.path === key ? read : undefined;
}

export type Link = {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The member it was created for; empty for a file without an owner. */
  readonly readerId: string;
};

const textOf = ({ path, until, readerId }: Link): string => `${path}\n${until}\n${readerId}`;

/** Returns the link below the origin's `/cloud`. */
export function linkOf(context: Secrets, link: Link): string {
  const { path, until, readerId } = link;
  const query = new URLSearchParams({
    until: String(until),
    ...(readerId === "" ? {} : { reader: readerId }),
    sign: signed(context, "file-link", textOf(link)),
  });
  return `/cloud/${path.split("/").map(encodeURIComponent).join("/")}?${query.toString()}`;
}

/** Returns true when the link has a valid signature, is unaltered, and has not expired. */
export const isValidLink = (
  context: Secrets & Pick<Context, "clock">,
  link: Link,
  sign: string,
): boolean =>
  context.secrets.isMac("file-link", textOf(link), sign) &&
  link.until > context.clock.now().getTime();
