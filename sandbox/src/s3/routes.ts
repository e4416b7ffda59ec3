/**
 * A sandbox S3 with one bucket, kept in memory: PUT, GET, DELETE and LIST; every request is signed
 * (SigV4).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { verifySignature, type S3Keys } from "./signature.ts";

export type S3Options = {
  readonly clock: Clock;
  readonly bucket: string;
  readonly keys: S3Keys;
  /** Keys per page of a list; by default 1000, as in S3. */
  readonly pageSize?: number;
};

type StoredObject = { readonly bytes: Buffer; readonly type: string };

const BODY_MAX = 12 * 1024 * 1024;
/** Limits the memory used: the oldest objects are dropped first. */
const BYTES_MAX = 128 * 1024 * 1024;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function sendError(reply: FastifyReply, status: number, code: string): FastifyReply {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  return reply.code(status).type("application/xml").send(body);
}

function storeObject(things: Map<string, StoredObject>, key: string, thing: StoredObject): void {
  things.delete(key);
  things.set(key, thing);
  let bytes = [...things.values()].reduce((sum, { bytes: { length } }) => sum + length, 0);
  for (const [oldest, { bytes: removed }] of things) {
    if (bytes <= BYTES_MAX) return;
    things.delete(oldest);
    bytes -= removed.length;
  }
}

/** Returns one page of the keys after the token, sorted, in the format of `list-type=2`. */
function page(things: Map<string, StoredObject>, after: string, pageSize: number): string {
  const rest = [...things.keys()].toSorted().filter((key) => key > after);
  const shown = rest.slice(0, pageSize);
  const isCut = shown.length < rest.length;
  const next = isCut
    ? `<NextContinuationToken>${escaped(shown.at(-1) ?? "")}</NextContinuationToken>`
    : "";
  const keys = shown.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join("");
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${keys}</ListBucketResult>`;
}

type S3Request = FastifyRequest<{
  Params: { bucket: string; "*"?: string };
  Querystring: { "continuation-token"?: string };
}>;

/**
 * Mounts the store below `/s3/{bucket}`. Its bodies are raw bytes, so it needs a scope of its own.
 */
export function addS3(scope: FastifyInstance, options: S3Options): void {
  const { clock, bucket, keys, pageSize = 1_000 } = options;
  const things = new Map<string, StoredObject>();
  const bytesOf = ({ body }: FastifyRequest): Buffer =>
    Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_MAX }, (_, body, done) =>
    done(null, body),
  );
  const letIn = async (request: S3Request, reply: FastifyReply) => {
    const { method, headers } = request;
    const received = { method, url: request.raw.url ?? "", headers, body: bytesOf(request) };
    const signatureCheck = verifySignature(received, keys, clock.now().getTime());
    if (signatureCheck !== "ok") return sendError(reply, 403, signatureCheck);
    if (request.params.bucket !== bucket) return sendError(reply, 404, "NoSuchBucket");
    return undefined;
  };
  const keyOf = ({ params }: S3Request): string => params["*"] ?? "";
  scope.get("/s3/:bucket", { preHandler: letIn }, (request: S3Request, reply) =>
    reply
      .type("application/xml")
      .send(page(things, request.query["continuation-token"] ?? "", pageSize)),
  );
  scope.put("/s3/:bucket/*", { preHandler: letIn }, (request: S3Request, reply) => {
    const type = request.headers["content-type"] ?? "application/octet-stream";
    storeObject(things, keyOf(request), { bytes: bytesOf(request), type });
    return reply.code(200).send();
  });
  scope.get("/s3/:bucket/*", { preHandler: letIn }, (request: S3Request, reply) => {
    const thing = things.get(keyOf(request));
    return thing ? reply.type(thing.type).send(thing.bytes) : sendError(reply, 404, "NoSuchKey");
  });
  scope.delete("/s3/:bucket/*", { preHandler: letIn }, (request: S3Request, reply) => {
    things.delete(keyOf(request));
    return reply.code(204).send();
  });
}
