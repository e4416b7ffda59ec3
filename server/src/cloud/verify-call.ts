/**
 * Verifies a signed HTTP call and claims its id, so that it is accepted once; every cloud call
 * passes this check first.
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { claimOnce } from "./single-use.ts";
import { CloudRefusal } from "./refusal.ts";
import { type CloudKeys, type SignedRequest, type Verified, verify } from "./signature.ts";

/** The path prefix of the protocol; it is part of the client's `endpoint`, so it is not signed. */
export const CLOUD_PREFIX = "/cloud";

export type CloudParts = {
  readonly context: Context;
  readonly db: Db;
  /** Undefined when the space is not configured; then the endpoint is closed. */
  readonly keys: CloudKeys | undefined;
};

const NO_BYTES = new Uint8Array();

/** Returns the raw body that the endpoint's parser kept. */
const bytesOf = ({ body }: FastifyRequest): Uint8Array => (Buffer.isBuffer(body) ? body : NO_BYTES);

/**
 * Verifies the call and claims its id. Refuses CLOUD_CLOSED, and as `verify` and `claimOnce` do.
 */
export async function verifyCall(
  { context, db, keys }: CloudParts,
  request: FastifyRequest,
  kind: SignedRequest["kind"],
): Promise<Verified> {
  if (!keys) throw new CloudRefusal("CLOUD_CLOSED");
  const { method, headers } = request;
  const url = (request.raw.url ?? "").slice(CLOUD_PREFIX.length);
  const body = bytesOf(request);
  const moment = {
    now: context.clock.now().getTime(),
    windowMs: context.settings.cloudWindowMs,
  };
  const verified = verify({ kind, method, url, headers, body }, keys, moment);
  const id = headers["x-request-id"];
  await claimOnce(context, db, {
    id: typeof id === "string" ? id : "",
    signature: verified.signature,
  });
  return verified;
}
