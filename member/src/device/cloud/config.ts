/** The keys of the cloud that this app uses, validated before anything is sent (C01). */
import { ownValue } from "@yunjing/contract/own-value";
import { request } from "../http.ts";

/** `endpoint` has no trailing slash; `wsEndpoint` is as it was given. */
export type CloudConfig = {
  readonly spaceId: string;
  readonly spaceAppId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly endpoint: string;
  readonly wsEndpoint: string;
};

const KEYS = ["spaceId", "spaceAppId", "accessKey", "secretKey"] as const;
const HOST = "api-hz.cloudbasefunction.cn";

const fieldsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null ? { ...given } : {};

function textOf(fields: Readonly<Record<string, unknown>>, key: string): string {
  const value = ownValue(fields, key);
  if (typeof value !== "string" || value === "") throw new Error(`${key} required`);
  return value;
}

// A page served over plain http (a phone in the office) may use its own origin and no other.
const isOwn = (endpoint: string, origin: string): boolean =>
  endpoint === origin || endpoint.startsWith(`${origin}/`);

/**
 * Returns the config with its defaults. Throws an Error that names the first fault, as the public
 * client does: `{name} required`, `endpoint must be string`, `endpoint must start with https://`.
 */
export function cloudConfig(given: unknown, origin = location.origin): CloudConfig {
  const fields = fieldsOf(given);
  const [spaceId = "", spaceAppId = "", accessKey = "", secretKey = ""] = KEYS.map((key) =>
    textOf(fields, key),
  );
  const { endpoint = `https://${spaceId}.${HOST}`, wsEndpoint } = fields;
  if (typeof endpoint !== "string") throw new Error("endpoint must be string");
  if (!endpoint.startsWith("https://") && !isOwn(endpoint, origin))
    throw new Error("endpoint must start with https://");
  return Object.freeze({
    spaceId,
    spaceAppId,
    accessKey,
    secretKey,
    endpoint: endpoint.replace(/\/$/, ""),
    wsEndpoint: typeof wsEndpoint === "string" ? wsEndpoint : `wss://${spaceId}.${HOST}`,
  });
}

async function readConfig(): Promise<CloudConfig> {
  const endpoint = `${location.origin}/cloud`;
  const keys = await request({ method: "GET", path: `${endpoint}/client.json` });
  return cloudConfig({
    ...fieldsOf(keys),
    endpoint,
    wsEndpoint: endpoint.replace(/^http/, "ws"),
  });
}

let reading: Promise<CloudConfig> | undefined;

/**
 * Returns the config of our own cloud: the keys are fetched once from the server, and the endpoint
 * is below this page's origin. The keys prove which app calls, never which member. Rejects with
 * ApiFailure, or with the fault of an invalid config.
 */
export function loadCloudConfig(): Promise<CloudConfig> {
  reading ??= readConfig().catch((failure: unknown) => {
    // A failed call is not stored: the next call fetches again.
    reading = undefined;
    throw failure;
  });
  return reading;
}
