/** Reads the product's public origins. */
import { ConfigError } from "./error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Returns an origin (scheme, host, port and nothing else), or `undefined` when it is not set. */
export function readOrigin(env: Env, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || url.origin !== text)
    throw new ConfigError(`${name} must be an origin, not "${text}"`);
  return text;
}

/**
 * Returns the origin that members use. Throws ConfigError without one in production: links would
 * otherwise be built from the request's Host header, which the client chooses.
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
