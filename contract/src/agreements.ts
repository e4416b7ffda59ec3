/**
 * Which texts one acceptance covers, and the names of their versions: `u3p2` is version 3 of the
 * user agreement and version 2 of the privacy policy. `TERMS_VERSION` names the installed texts.
 */
import { TERMS_VERSION } from "./limits.ts";
import type { AgreementKind, TermsOf } from "./schemas/agreements.ts";

export const agreementKinds = ["user", "privacy", "topup"] as const satisfies AgreementKind[];

export const agreementNames: Readonly<Record<AgreementKind, string>> = {
  user: "用户协议",
  privacy: "隐私政策",
  topup: "充值协议",
};

/** The agreements that are accepted together. */
export const acceptedTogether: Readonly<Record<TermsOf, readonly AgreementKind[]>> = {
  login: ["user", "privacy"],
  topup: ["topup"],
};

/** The version of each agreement; 0 is the installed text. */
export type AgreementVersions = Readonly<Record<AgreementKind, number>>;

const letters: Readonly<Record<AgreementKind, string>> = { user: "u", privacy: "p", topup: "t" };

/** Returns the name of the texts that are accepted together. */
export function termsVersionOf(of: TermsOf, versions: AgreementVersions): string {
  const kinds = acceptedTogether[of];
  if (kinds.every((kind) => versions[kind] === 0)) return TERMS_VERSION;
  return kinds.map((kind) => `${letters[kind]}${versions[kind]}`).join("");
}

/** Returns the versions that a name stands for; none for a name of unknown texts. */
export function versionsNamed(
  of: TermsOf,
  termsVersion: string,
): ReadonlyMap<AgreementKind, number> {
  const kinds = acceptedTogether[of];
  if (termsVersion === TERMS_VERSION) return new Map(kinds.map((kind) => [kind, 0]));
  const form = kinds.map((kind) => `${letters[kind]}(\\d{1,9})`).join("");
  const [, ...found] = new RegExp(`^${form}$`).exec(termsVersion) ?? [];
  return new Map(found.map((version, at) => [kinds[at] ?? "user", Number(version)]));
}

/** Returns the texts of a name as people read them: 用户协议第 3 版、隐私政策第 2 版. */
export function termsText(of: TermsOf, termsVersion: string): string {
  const named = [...versionsNamed(of, termsVersion)].filter(([, version]) => version > 0);
  if (named.length === 0) return `${termsVersion} 版`;
  return named.map(([kind, version]) => `${agreementNames[kind]}第 ${version} 版`).join("、");
}
