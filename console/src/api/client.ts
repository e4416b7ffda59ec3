/**
 * The typed client of the operators' API, which renews an expired login once, and `apiQuery()` for
 * TanStack Query.
 */
import type { Call, OutgoingRequest } from "@yunjing/contract/calls";
import { createConsoleClient } from "@yunjing/contract/console-client";
import { ApiFailure } from "./failure.ts";
import { renewSession, sendOnce } from "./http.ts";
import { isTokenValid, storedToken } from "./token.ts";

const isLoginOver = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "AUTH_EXPIRED";

async function send(outgoing: OutgoingRequest): Promise<unknown> {
  if (outgoing.route.caller === "anyone") return sendOnce(outgoing);
  if (!isTokenValid()) await renewSession();
  const tried = storedToken();
  return sendOnce(outgoing).catch(async (failure: unknown) => {
    if (!isLoginOver(failure)) throw failure;
    const isRenewed = storedToken() !== tried || (await renewSession());
    if (isRenewed && storedToken() !== "") return sendOnce(outgoing);
    throw failure;
  });
}

/** Every operation of the console: `api.operatorRefunds.list({})` resolves with its `data`. */
export const api = createConsoleClient(send);

/**
 * Returns the key and the fetcher of one operation for `useQuery` and `ResourceTable`:
 * `useQuery(apiQuery(api.operatorBooks.balance, {}))`.
 */
export function apiQuery<I, O>(call: Call<I, O>, input: I) {
  return {
    queryKey: [call.topic, call.operation, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<O> => call(input, { signal }),
  };
}

/** The output of an operation: `OutputOf<typeof api.operatorBooks.balance>`. */
export type OutputOf<C> = C extends Call<never, infer O> ? O : never;

/** The row of an operation that answers a list: `Item<typeof api.operatorRefunds.list>`. */
export type Item<C> = OutputOf<C> extends { readonly list: readonly (infer Row)[] } ? Row : never;

/** Returns a random key for `Idempotency-Key`, 32 hex digits. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
