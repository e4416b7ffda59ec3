/** Reads the origins that the product is reached at. */
import { ConfigError } from "./error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** An origin (scheme, host, port and nothing else), or undefined when it is not set. */
export function readOrigin(env: Env, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || url.origin !== text)
    throw new ConfigError(`${name} must be an origin, not "${text}"`);
  return text;
}

/**
 * The address members use. Throws ConfigError without one in production: else links would be made with the host that a
 * request names, and anybody may name any.
 */
export function readPublicOrigin(env: Env, isProduction: boolean): string | undefined {
  const text = env["PUBLIC_ORIGIN"]?.replace(/\/$/, "");
  if (!text && isProduction) {
    throw new ConfigError(
      "PUBLIC_ORIGIN is missing; production needs the address members use, such as https://example.com",
    );
  }
  return readOrigin({ PUBLIC_ORIGIN: text }, "PUBLIC_ORIGIN");
}
