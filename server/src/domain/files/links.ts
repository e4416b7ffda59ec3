/** Signs what lets somebody upload one file or read one for a while: whoever changes a word of it holds nothing. */
import type { Context } from "../../platform/context.ts";
import { constantTimeEqual } from "../../platform/secrets.ts";

export type Policy = {
  readonly fileId: string;
  readonly path: string;
  readonly bytesMax: number;
  readonly types: readonly string[];
  /** In ms. */
  readonly until: number;
};

type Secrets = Pick<Context, "secrets">;

const signed = ({ secrets }: Secrets, purpose: "file-policy" | "file-link", text: string): string =>
  secrets.mac(purpose, text).toString("base64url");

/** The fields that an upload brings back word for word. */
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

/** The policy of an upload's fields; undefined when it is not ours, was altered, or is not for this key. */
export function readPolicy(
  context: Secrets,
  fields: Readonly<Record<string, string | undefined>>,
): Policy | undefined {
  const { key, policy = "", signature = "" } = fields;
  if (!constantTimeEqual(signature, signed(context, "file-policy", policy))) return undefined;
  const read: unknown = JSON.parse(Buffer.from(policy, "base64url").toString());
  return isPolicy(read) && read.path === key ? read : undefined;
}

export type Link = {
  readonly path: string;
  /** In ms. */
  readonly until: number;
  /** The member it was made for; empty for a file that is nobody's. */
  readonly readerId: string;
};

const textOf = ({ path, until, readerId }: Link): string => `${path}\n${until}\n${readerId}`;

/** The link below the origin's `/cloud`. */
export function linkOf(context: Secrets, link: Link): string {
  const { path, until, readerId } = link;
  const query = new URLSearchParams({
    until: String(until),
    ...(readerId === "" ? {} : { reader: readerId }),
    sign: signed(context, "file-link", textOf(link)),
  });
  return `/cloud/${path.split("/").map(encodeURIComponent).join("/")}?${query.toString()}`;
}

/** True when the link is ours, word for word, and its time is not over. */
export const isValidLink = (
  context: Secrets & Pick<Context, "clock">,
  link: Link,
  sign: string,
): boolean =>
  constantTimeEqual(sign, signed(context, "file-link", textOf(link))) &&
  link.until > context.clock.now().getTime();
