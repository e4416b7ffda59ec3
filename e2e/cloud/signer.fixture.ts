/**
 * Signs calls of the cloud protocol as the client does, written from the specification alone, so
 * that a test can also sign them wrongly.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";

/** The demo's space (api.md, Running it). */
export const space = {
  spaceId: "env-00demo0000",
  spaceAppId: "2021000000000001",
  accessKey: "AKdemo0001",
  secretKey: "SKdemo-secret-0001",
} as const;
export type Space = { readonly [K in keyof typeof space]: string };

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("hex");

export type SignedCall = {
  readonly method: string;
  /** Path below the endpoint, as the app writes it: not encoded. */
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Returns the headers of a call; the headers named in `left` are not signed. */
export function signed(call: SignedCall, by: Space = space, left: readonly string[] = []) {
  const { method, path, query, body, headers } = call;
  const names = Object.keys(headers)
    .filter((name) => !left.includes(name))
    .sort();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join("");
  const canonical = `${method}\n${path}\n${query}\n${lines}\n${names.join(";")}\n${sha256(body)}\n`;
  const at = headers["x-client-timestamp"] ?? "";
  const signature = hmac(by.secretKey, `HMAC-SHA256\n${at}\n${sha256(canonical)}\n`);
  return {
    ...headers,
    "x-request-id": randomUUID(),
    "x-alipay-source": "client",
    authorization: `HMAC-SHA256 Credential=${by.accessKey}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

/** Headers with the space and the time (ms) that every call carries. */
export const spaceHeaders = (by: Space, at: number): Record<string, string> => ({
  "x-from-app-id": by.spaceAppId,
  "x-from-env-id": by.spaceId,
  "x-to-env-id": by.spaceId,
  "x-from-instance-id": String(at),
  "x-client-timestamp": String(at),
});

export type FunctionCall = {
  readonly name?: string;
  readonly data?: unknown;
  readonly by?: Space;
  readonly at?: number;
  readonly left?: readonly string[];
  /** Headers that replace the signed ones after signing. */
  readonly tamper?: Readonly<Record<string, string>>;
  readonly sentBody?: string;
};

/** Builds the request of one function call; a test may send it several times. */
export function functionRequest(origin: string, call: FunctionCall) {
  const { name = "ping", data = {}, by = space, at = Date.now(), left, tamper } = call;
  const body = JSON.stringify(data);
  const path = "/functions/invokeFunction";
  const headers = signed(
    {
      method: "POST",
      path,
      query: "",
      body,
      headers: {
        ...spaceHeaders(by, at),
        "x-from-function-name": name,
        "x-to-function-name": name,
      },
    },
    by,
    left,
  );
  return {
    url: `${origin}/cloud${path}`,
    init: {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", ...tamper },
      body: call.sentBody ?? body,
    },
  };
}

export type CloudResponse = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Sends a request and parses its JSON. */
export async function send({
  url,
  init,
}: ReturnType<typeof functionRequest>): Promise<CloudResponse> {
  const answer = await fetch(url, init);
  return { status: answer.status, body: await answer.json() };
}

/** Signs a socket address; `host` as the client writes it, without the scheme. */
export function socketQuery(
  {
    host,
    name,
    authorization,
  }: Readonly<Record<"host" | "name", string>> & {
    readonly authorization?: string;
  },
  by: Space = space,
  { at = Date.now(), nonce = randomUUID() }: { readonly at?: number; readonly nonce?: string } = {},
): string {
  const own = authorization === undefined ? [] : [["authorization", authorization]];
  const entries = [
    ["accessKeyId", by.accessKey],
    ...own,
    ["signatureNonce", nonce],
    ["timestamp", String(at)],
  ];
  const line = entries.map(([key, value]) => `${key}=${value}`).join("&");
  const text = `/ws/function/${name}\n${line}\nhost:${host}`;
  const signature = hmac(by.secretKey, `HMAC-SHA256\n${sha256(text)}`);
  return `?${new URLSearchParams([...entries, ["signature", signature]]).toString()}`;
}
