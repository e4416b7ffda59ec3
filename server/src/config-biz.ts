/** The partners that links lead to: named in `BIZ_PARTNERS`, each with keys of its own. */
import type { SupplierPartner } from "./config-partner.ts";
import { ConfigError } from "./config-error.ts";

export type BizPartner = SupplierPartner & {
  /** Only of the pretend partners: where their pages stand on our own origin. */
  readonly pagesAt?: string;
};
export type BizPartners = Readonly<Record<string, BizPartner>>;

type Env = Readonly<Record<string, string | undefined>>;

const NAME = /^[a-z][a-z0-9]{1,31}$/;
const KEYS = ["ORIGIN", "KEY_ID", "SECRET", "CALLBACK_KEY_ID", "CALLBACK_SECRET"] as const;

const PRETEND = ["yunda", "fanmao"];
const PRETEND_SECRET = "sandbox-partner-secret-for-the-demo-only";

/** The ids of the partners that are wired; throws ConfigError for a name that cannot be one. */
export function bizNames(env: Env): string[] {
  const names = (env["BIZ_PARTNERS"] ?? "").split(",").map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  const bad = given.find((name) => !NAME.test(name));
  if (bad !== undefined) throw new ConfigError(`BIZ_PARTNERS cannot name "${bad}"`);
  return given;
}

/** The variables of every live partner; none of them goes together with the sandbox. */
export const liveBiz = (env: Env): string[] => [
  "BIZ_PARTNERS",
  ...bizNames(env).flatMap((id) => KEYS.map((key) => `BIZ_${id.toUpperCase()}_${key}`)),
];

/** `live` reads one partner's five variables by their prefix, and refuses a weak secret. */
export const liveBizPartners = (
  env: Env,
  live: (prefix: string) => SupplierPartner | undefined,
): BizPartners =>
  Object.fromEntries(
    bizNames(env).map((id) => {
      const prefix = `BIZ_${id.toUpperCase()}`;
      const partner = live(prefix);
      if (!partner) throw new ConfigError(`${prefix}_ORIGIN is missing; BIZ_PARTNERS names ${id}`);
      return [id, partner];
    }),
  );

/** Public by nature, they open nothing but the sandbox. */
export const pretendBizPartners = (origin: string): BizPartners =>
  Object.fromEntries(
    PRETEND.map((id) => [
      id,
      {
        origin,
        keyId: "yunjing-partner",
        secret: PRETEND_SECRET,
        callbackKeyId: `${id}-partner`,
        callbackSecret: PRETEND_SECRET,
        pagesAt: `/sandbox/partner/${id}`,
      },
    ]),
  );
