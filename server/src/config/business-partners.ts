/**
 * Reads the business partners that links lead to: named in `BIZ_PARTNERS`, each with its own keys.
 */
import type { CallbackPartnerSettings } from "./partner.ts";
import { ConfigError } from "./error.ts";

export type BusinessPartner = CallbackPartnerSettings & {
  /** Only of simulated partners: the path of their pages on our own origin. */
  readonly pagesPath?: string;
};
export type BusinessPartners = Readonly<Record<string, BusinessPartner>>;

type Env = Readonly<Record<string, string | undefined>>;

const NAME = /^[a-z][a-z0-9]{1,31}$/;
const KEYS = ["ORIGIN", "KEY_ID", "SECRET", "CALLBACK_KEY_ID", "CALLBACK_SECRET"] as const;

const SANDBOX_PARTNERS = ["yunda", "fanmao"];
const SANDBOX_SECRET = "sandbox-partner-secret-for-the-demo-only";

/** Returns the ids of the configured partners; throws ConfigError for an invalid name. */
export function businessPartnerIds(env: Env): string[] {
  const names = (env["BIZ_PARTNERS"] ?? "").split(",").map((name) => name.trim());
  const given = names.filter((name) => name !== "");
  const bad = given.find((name) => !NAME.test(name));
  if (bad !== undefined) throw new ConfigError(`BIZ_PARTNERS cannot name "${bad}"`);
  return given;
}

/**
 * Returns the variable names of every live partner; none of them may be set together with the
 * sandbox.
 */
export const liveBusinessPartnerVariables = (env: Env): string[] => [
  "BIZ_PARTNERS",
  ...businessPartnerIds(env).flatMap((id) => KEYS.map((key) => `BIZ_${id.toUpperCase()}_${key}`)),
];

/** `live` reads one partner's five variables by their prefix, and refuses a weak secret. */
export const readBusinessPartners = (
  env: Env,
  live: (prefix: string) => CallbackPartnerSettings | undefined,
): BusinessPartners =>
  Object.fromEntries(
    businessPartnerIds(env).map((id) => {
      const prefix = `BIZ_${id.toUpperCase()}`;
      const partner = live(prefix);
      if (!partner) throw new ConfigError(`${prefix}_ORIGIN is missing; BIZ_PARTNERS names ${id}`);
      return [id, partner];
    }),
  );

/** These keys are public: they give access to the sandbox only. */
export const sandboxBusinessPartners = (origin: string): BusinessPartners =>
  Object.fromEntries(
    SANDBOX_PARTNERS.map((id) => [
      id,
      {
        origin,
        keyId: "yunjing-partner",
        secret: SANDBOX_SECRET,
        callbackKeyId: `${id}-partner`,
        callbackSecret: SANDBOX_SECRET,
        pagesPath: `/sandbox/partner/${id}`,
      },
    ]),
  );
