/**
 * Which cloud functions this app may call, and what a page cannot do: the codes of the secure
 * network (C10). A client-side check for honest clients; the server makes its own decision.
 */
import { CloudFailure } from "./send.ts";

/** The messages of the public client by their codes. */
const TEXTS = {
  20000: "System error",
  20101: "Invalid client",
  20102: "Get encrypt key failed",
} as const;
export type SecureNetworkCode = keyof typeof TEXTS;

export const SECURE_NETWORK = "uni-secure-network";

export const secureNetworkFailure = (code: SecureNetworkCode, cause?: unknown): CloudFailure =>
  new CloudFailure({
    errSubject: SECURE_NETWORK,
    errCode: code,
    errMsg: TEXTS[code],
    cause,
  });

/**
 * Clients that may call the functions of `names`: one name, several separated by commas, or `*` for
 * all.
 */
export type AccessRule = {
  readonly names: string;
  readonly clients: readonly { readonly appId: string; readonly platform: string }[];
};

/**
 * Returns the rule for a name: a rule for only this name before one for several names, and these
 * before `*`.
 */
function ruleFor(name: string, rules: readonly AccessRule[]): AccessRule | undefined {
  const listed = (names: string) => names.split(",").some((one) => one.trim() === name);
  return (
    rules.find(({ names }) => names === name) ??
    rules.find(({ names }) => names.includes(",") && listed(names)) ??
    rules.find(({ names }) => names === "*")
  );
}

/**
 * Throws 20101 `Invalid client` when a rule applies to the name and does not list this app, and
 * 20000 for a call that requires encryption, which a page does not support.
 */
export function checkAccess(
  rules: readonly AccessRule[],
  call: { readonly name: string; readonly isSecret?: boolean },
  own: { readonly appId: string; readonly platform: string },
): void {
  const rule = ruleFor(call.name, rules);
  const isListed = rule?.clients.some(
    ({ appId, platform }) => appId === own.appId && platform === own.platform,
  );
  if (rule && !isListed) throw secureNetworkFailure(20101);
  if (call.isSecret) {
    throw secureNetworkFailure(20000, new Error("Platform web is not supported by secure network"));
  }
}

const isSecureCode = (code: unknown): code is SecureNetworkCode =>
  typeof code === "number" && code in TEXTS;

/**
 * Returns the failure that the server sends in place of a result when it applies the same rules to
 * this client; undefined for other results.
 */
export function secureNetworkFailureIn(result: unknown): CloudFailure | undefined {
  if (typeof result !== "object" || result === null) return undefined;
  if (!("errSubject" in result) || result.errSubject !== SECURE_NETWORK) return undefined;
  return "errCode" in result && isSecureCode(result.errCode)
    ? secureNetworkFailure(result.errCode)
    : undefined;
}
