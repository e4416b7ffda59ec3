/**
 * Reads the space of the cloud protocol as its clients are configured; every client contains the
 * secret (decision 0047).
 */
import { ConfigError } from "./error.ts";

export type CloudSpace = {
  readonly spaceId: string;
  readonly appId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * Hosts that clients may have configured as `wsEndpoint`, besides the requested host; with port
   * and path prefix.
   */
  readonly hosts: readonly string[];
};

type Env = Readonly<Record<string, string | undefined>>;

/** The demo's values, which are public (api.md, Running it). */
const DEMO: Readonly<Record<string, string>> = {
  CLOUD_SPACE_ID: "env-00demo0000",
  CLOUD_SPACE_APP_ID: "2021000000000001",
  CLOUD_ACCESS_KEY: "AKdemo0001",
  CLOUD_SECRET_KEY: "SKdemo-secret-0001",
};
const FORM = /^[\x21-\x2b\x2d-\x7e]{8,128}$/;

/**
 * Returns `undefined` without the sandbox and without any setting of a space. Throws ConfigError
 * for an incomplete space or a bad value.
 */
export function readCloudSpace(env: Env, sandboxIsOn: boolean): CloudSpace | undefined {
  const names = Object.keys(DEMO);
  if (!sandboxIsOn && names.every((name) => !env[name])) return undefined;
  const value = (name: string): string => {
    const text = env[name] || (sandboxIsOn ? DEMO[name] : undefined);
    if (!text) throw new ConfigError(`${name} is missing; a cloud space needs all four`);
    if (!FORM.test(text)) {
      throw new ConfigError(`${name} must be 8 to 128 plain characters without a comma`);
    }
    if (!sandboxIsOn && name === "CLOUD_SECRET_KEY" && text === DEMO[name]) {
      throw new ConfigError(`${name} is the demo's; make a random one`);
    }
    return text;
  };
  return {
    spaceId: value("CLOUD_SPACE_ID"),
    appId: value("CLOUD_SPACE_APP_ID"),
    accessKey: value("CLOUD_ACCESS_KEY"),
    secretKey: value("CLOUD_SECRET_KEY"),
    hosts: (env["CLOUD_HOSTS"] ?? "").split(",").flatMap((host) => host.trim() || []),
  };
}
