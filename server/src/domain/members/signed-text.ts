/**
 * Signs a small record that passes through a member's browser, so that a change is detected. Its
 * content is readable.
 */
import type { Static, TSchema } from "typebox";
import Value from "typebox/value";
import type { Context } from "../../platform/context.ts";

type Kind = "state" | "proof";

const macOf = ({ secrets }: Pick<Context, "secrets">, kind: Kind, body: string): string =>
  secrets.mac("wechat-state", `${kind}:${body}`).toString("base64url");

/**
 * Returns text of letters, digits, `-`, `_` and one dot; a text signed as one kind is not valid as
 * another.
 */
export function signText(context: Pick<Context, "secrets">, kind: Kind, record: object): string {
  const body = Buffer.from(JSON.stringify(record)).toString("base64url");
  return `${body}.${macOf(context, kind, body)}`;
}

/** Returns the signed record; undefined when the signature is invalid. */
export function readSigned<T extends TSchema>(
  context: Pick<Context, "secrets">,
  { kind, text, shape }: { readonly kind: Kind; readonly text: string; readonly shape: T },
): Static<T> | undefined {
  const [body = "", mac = ""] = text.split(".");
  if (!context.secrets.isMac("wechat-state", `${kind}:${body}`, mac)) return undefined;
  const read: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  return Value.Check(shape, read) ? read : undefined;
}
