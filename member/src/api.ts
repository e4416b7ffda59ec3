/**
 * The typed client of the host API: one `send` that renews an expired login once and retries after
 * an account merge, and `apiQuery()` for TanStack Query.
 */
import type { Call, OutgoingRequest } from "@yunjing/contract/calls";
import { createClient } from "@yunjing/contract/client";
import { ApiFailure } from "./device/failure.ts";
import { requestUrl, readResponse, request } from "./device/http.ts";
import { noteRead, takeEarlyResponse } from "./device/early-response.ts";
import { waitForNextLogin, renewSession } from "./device/session.ts";
import { storedToken, tokenState } from "./device/token.ts";
import { markBusy } from "./shell/busy.ts";
import { goToLogin, router } from "./shell/navigate.ts";

const dataOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "data" in body ? body.data : body;

function sendRequest(outgoing: OutgoingRequest): Promise<unknown> {
  const { route, path, query, body, idempotencyKey, signal } = outgoing;
  const headers = idempotencyKey === undefined ? undefined : { "idempotency-key": idempotencyKey };
  const ask = () => request({ method: route.method, path, query, body, headers, signal });
  if (route.method !== "GET") return ask();
  const address = requestUrl(path, query);
  const page = router.view().current?.location.fullPath;
  // What a page shows is read by queries, which can be cancelled; the shell's reads cannot.
  if (page !== undefined && signal) noteRead(page, address);
  const early = takeEarlyResponse(address);
  // If the early response failed in any way, the ordinary call is sent and reports the error.
  return early ? early.then(readResponse).catch(ask) : ask();
}

const isLoginOver = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.status === 401 || failure.code === "AUTH_EXPIRED");

/** True if the request had no effect because its account has just been merged into another one. */
const isMerged = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "ACCOUNT_MERGED";

/**
 * True if the token is known to be expired: renewing first saves the round trip of a refused call.
 */
const needsRenewal = (outgoing: OutgoingRequest): boolean =>
  tokenState() === "expired" && outgoing.route.caller !== "anyone";

/**
 * Marks the member as busy during a write, such as a redemption, so that no reload interrupts it.
 */
export function send(outgoing: OutgoingRequest): Promise<unknown> {
  if (outgoing.route.method === "GET") return sendWithRenewal(outgoing);
  const settle = markBusy(`${outgoing.route.method} ${outgoing.path}`);
  return sendWithRenewal(outgoing).finally(settle);
}

async function sendWithRenewal(outgoing: OutgoingRequest): Promise<unknown> {
  if (needsRenewal(outgoing)) await renewSession();
  const tried = storedToken();
  return sendRequest(outgoing).then(dataOf, async (failure: unknown) => {
    // Sends the request again under the remaining account, whose token comes with the response of
    // the merge.
    if (isMerged(failure) && (await waitForNextLogin(tried)))
      return sendRequest(outgoing).then(dataOf);
    if (!isLoginOver(failure)) throw failure;
    const isRenewed = storedToken() !== tried || (await renewSession()) === "renewed";
    if (isRenewed && storedToken() !== "") return sendRequest(outgoing).then(dataOf);
    await goToLogin();
    throw failure;
  });
}

/**
 * Every operation of members, except those of dealers (`dealer-api.ts`): `api.orders.list({…})`
 * resolves with its `data` or rejects with an ApiFailure.
 */
export const api = createClient(send);

/**
 * Returns the key and the fetcher of one operation for `useQuery` and similar hooks:
 * `useQuery(apiQuery(api.orders.list, {}))`.
 */
export function apiQuery<I, O>(call: Call<I, O>, input: I) {
  return {
    queryKey: [call.topic, call.operation, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<O> => call(input, { signal }),
  };
}

/** Returns the first part of every query key of an operation, to invalidate it for all inputs. */
export const operationKey = (call: { topic: string; operation: string }) =>
  [call.topic, call.operation] as const;
