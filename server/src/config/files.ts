/**
 * Reads where uploaded files are stored: in the data directory, or in a bucket of an S3-compatible
 * store.
 */
import { join } from "node:path";
import { ConfigError } from "./error.ts";
import type { S3Settings } from "../platform/files/s3.ts";

export type FilesSettings = { readonly folder: string } | { readonly s3: S3Settings };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns a bucket when FILES_S3_ENDPOINT is set; all its settings are then required. Throws
 * ConfigError.
 */
export function readFilesSettings(env: Env, dataDir: string): FilesSettings {
  const endpoint = env["FILES_S3_ENDPOINT"];
  if (!endpoint) return { folder: join(dataDir, "files") };
  const url = URL.parse(endpoint);
  const isNear = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
  if (!url || (url.protocol !== "https:" && !isNear)) {
    throw new ConfigError(`FILES_S3_ENDPOINT must be an https address, not "${endpoint}"`);
  }
  const need = (name: string): string => {
    const value = env[`FILES_S3_${name}`];
    if (!value) throw new ConfigError(`FILES_S3_${name} is missing; with an endpoint it is needed`);
    return value;
  };
  const keys = { accessKey: need("ACCESS_KEY"), secretKey: need("SECRET_KEY") };
  return { s3: { endpoint, bucket: need("BUCKET"), region: need("REGION"), ...keys } };
}
