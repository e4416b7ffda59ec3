/**
 * Sends a request exactly as written, and checks the answer against the envelope of the API (H03).
 */
import { type Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";

export type RawRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
};
export type RawResponse = { readonly status: number; readonly type: string; readonly body: string };

/**
 * A request without an answer for this time (ms) hangs: answers take under two seconds, and no
 * machine stalls for thirty.
 */
const HANGS_MS = 30_000;

/** Sends one request; throws when the connection breaks or no answer comes. */
export const sendRawRequest = (
  origin: string,
  { method, path, headers, body }: RawRequest,
  agent: Agent | false,
): Promise<RawResponse> =>
  new Promise((resolve, failed) => {
    const { port } = new URL(origin);
    const signal = AbortSignal.timeout(HANGS_MS);
    const options = { host: "127.0.0.1", port, method, path, headers, agent, signal };
    const sent = request(options, (answer) => {
      const type = String(answer.headers["content-type"]);
      text(answer).then(
        (responseBody) => resolve({ status: answer.statusCode ?? 0, type, body: responseBody }),
        failed,
      );
    });
    sent.on("error", failed);
    sent.end(body);
  });

/** Expects the envelope with a Chinese message, and no server error. */
export function expectEnvelope({ status, type, body }: RawResponse): void {
  expect(status).toBeLessThan(500);
  expect(type).toContain("application/json");
  const envelope = JSON.parse(body);
  expect(envelope).toMatchObject({ status: expect.any(Boolean), requestId: expect.any(String) });
  expect(envelope.msg).toMatch(/^[\u4e00-\u9fff][^a-z]*$/);
  expect(envelope.status ? "A_SUCCESS" : envelope.code).toMatch(/^[A-Z_]+$/);
  expect(envelope.status && status >= 400).toBe(false);
}
