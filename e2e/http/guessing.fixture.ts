/** Simulates callers who try codes from different addresses of the loopback range. */
import { Agent, request } from "node:http";
import { checkSymbols } from "@yunjing/contract/exchange-code";
import type { Proof } from "@yunjing/server/domain/exchange/port";

export type TryResult = {
  /** "opened", or the refusal code. */
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly tookMs: number;
};
export type TryOptions = { readonly token?: string | undefined; readonly proof?: Proof };

/**
 * Returns a well-formed code that does not exist: a random code practically never begins with `Z`
 * and fourteen zeros.
 */
export function unknownCode(n: number): string {
  const data = `Z${String(n).padStart(15, "0")}`;
  return data + checkSymbols(data);
}

/**
 * Opens one connection from this address to the product; its requests are sent one after the other,
 * without cookies.
 */
export function connectionFrom(origin: string, address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address });
  const url = new URL("/api/exchange/sessions", origin);
  return {
    tryCode: (code: string, { token, proof }: TryOptions = {}): Promise<TryResult> =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ code, ...(proof === undefined ? {} : { proof }) });
        const headers = {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(token === undefined ? {} : { authorization: token }),
        };
        const startedAt = performance.now();
        const clientRequest = request(url, { method: "POST", agent, headers }, (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => (text += chunk));
          answer.on("end", () => {
            const envelope: { status: boolean; code: string; data: TryResult["data"] } =
              JSON.parse(text);
            const tookMs = performance.now() - startedAt;
            resolve({
              code: envelope.status ? "opened" : envelope.code,
              data: envelope.data,
              tookMs,
            });
          });
        });
        clientRequest.on("error", reject);
        clientRequest.end(body);
      }),
    close: () => agent.destroy(),
  };
}
export type CallerConnection = ReturnType<typeof connectionFrom>;

/** Runs all jobs, `connections` at a time. */
export async function runConcurrently(
  connections: number,
  jobs: readonly (() => Promise<void>)[],
): Promise<void> {
  let next = 0;
  const tryNext = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) await job();
  };
  await Promise.all(Array.from({ length: connections }, tryNext));
}
