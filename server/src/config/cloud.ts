/** The space of the cloud protocol as its clients are configured; the secret lies in every client (decision 0047). */
import { ConfigError } from "./error.ts";

export type CloudSpace = {
  readonly spaceId: string;
  readonly appId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Hosts clients may have written in their `wsEndpoint`, besides the one they came to; with port and path prefix. */
  readonly hosts: readonly string[];
};

type Env = Readonly<Record<string, string | undefined>>;

/** Of the demo, and in the open (api.md, Running it). */
const DEMO: Readonly<Record<string, string>> = {
  CLOUD_SPACE_ID: "env-00demo0000",
  CLOUD_SPACE_APP_ID: "2021000000000001",
  CLOUD_ACCESS_KEY: "AKdemo0001",
  CLOUD_SECRET_KEY: "SKdemo-secret-0001",
};
const FORM = /^[\x21-\x2b\x2d-\x7e]{8,128}$/;

/** None without the sandbox and without a word about one. Throws ConfigError for half a space or a bad value. */
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
