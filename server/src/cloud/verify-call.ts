/** Lets a signed HTTP call in, once: what every call of the cloud door passes first. */
import type { FastifyRequest } from "fastify";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/pool.ts";
import { claimOnce } from "./single-use.ts";
import { CloudRefusal } from "./refusal.ts";
import { type CloudKeys, type SignedRequest, type Verified, verify } from "./signature.ts";

/** Below which the protocol lives here; clients have it in their `endpoint`, so it is not signed. */
export const CLOUD_PREFIX = "/cloud";

export type CloudParts = {
  readonly context: Context;
  readonly db: Db;
  /** Undefined when the space is not configured; then the door is closed. */
  readonly keys: CloudKeys | undefined;
};

const NO_BYTES = new Uint8Array();

/** The raw body as the door's parser has kept it. */
const bytesOf = ({ body }: FastifyRequest): Uint8Array => (Buffer.isBuffer(body) ? body : NO_BYTES);

/** Verifies the call and takes its id. Refuses CLOUD_CLOSED, and as `verify` and `takeOnce` do. */
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
