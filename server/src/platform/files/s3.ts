/**
 * File store in a bucket of an S3-compatible store, by signed requests; the signature covers the
 * body's hash.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { invariant, Outage } from "../refusal.ts";
import { checkedKey, type FileStore, isFileKey } from "./port.ts";

export type S3Settings = {
  /** Its origin, optionally with a path; the bucket is the next part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

const NAME = "the S3 store of files";
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const NO_BYTES = new Uint8Array();

type S3Request = {
  readonly query?: string;
  readonly bytes?: Uint8Array;
  readonly type?: string;
};

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns the texts of one XML element of a response; its keys and tokens need no unescaping but
 * `&amp;`.
 */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text = ""]) =>
    text.replaceAll("&amp;", "&"),
  );

/** A reader that stops early closes the connection. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isOver) await reader.cancel();
  }
}

function createRequester({ endpoint, bucket, region, accessKey, secretKey }: S3Settings) {
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new AwsClient({ ...keys, service: "s3", region, retries: RETRIES });
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  /**
   * Returns the response when its status is one of `good`; throws Outage for any other status or no
   * response.
   */
  return async (method: string, path: string, good: readonly number[], ask: S3Request = {}) => {
    const { query = "", bytes, type } = ask;
    const response = await client
      .fetch(`${base}${path}${query}`, {
        method,
        ...(bytes ? { body: new Uint8Array(bytes) } : {}),
        headers: {
          "x-amz-content-sha256": hashOf(bytes ?? NO_BYTES),
          ...(type ? { "content-type": type } : {}),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch((error: unknown) => {
        throw new Outage(NAME, error);
      });
    if (good.includes(response.status)) return response;
    throw new Outage(NAME, new Error(`${method} was answered ${response.status}`));
  };
}

export function s3Store(settings: S3Settings): FileStore {
  const call = createRequester(settings);
  return {
    put: async (key, bytes, type) => {
      const answer = await call("PUT", `/${checkedKey(key)}`, [200], { bytes, type });
      await answer.body?.cancel();
    },
    get: async (key) => {
      const answer = await call("GET", `/${checkedKey(key)}`, [200, 404]);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      invariant(answer.body, "a file of the store has a body");
      const bytes = Number(answer.headers.get("content-length"));
      return { stream: Readable.from(chunksOf(answer.body)), bytes };
    },
    remove: async (key) => {
      const answer = await call("DELETE", `/${checkedKey(key)}`, [200, 204, 404]);
      await answer.body?.cancel();
    },
    async *list() {
      let token: string | undefined;
      do {
        const on = token === undefined ? "" : `&continuation-token=${encodeURIComponent(token)}`;
        const answer = await call("GET", "", [200], { query: `?list-type=2${on}` });
        const xml = await answer.text();
        for (const key of textsOf(xml, "Key")) if (isFileKey(key)) yield key;
        [token] = textsOf(xml, "NextContinuationToken");
      } while (token !== undefined);
    },
  };
}
