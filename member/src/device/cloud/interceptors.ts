/**
 * Interceptors of cloud calls, and the listeners for their responses and for new tokens
 * (cloud-protocol §12). Listeners for a required login register in `../need-login.ts`.
 */
import { saveToken } from "../token.ts";

export type InterceptedApi =
  | "callFunction"
  | "callObject"
  | "database"
  | "databaseForJQL"
  | "uploadFile"
  | "getTempFileURL";

/**
 * Each function is awaited, in the order of registration; an `invoke` that throws stops the call.
 */
export type Interceptor = {
  readonly invoke?: (args: unknown) => unknown;
  readonly success?: (result: unknown) => unknown;
  readonly fail?: (failure: unknown) => unknown;
  readonly complete?: (outcome: unknown) => unknown;
};

const registered = new Map<InterceptedApi, Interceptor[]>();

/** Adds an interceptor; returns a function that removes it. */
export function addInterceptor(api: InterceptedApi, interceptor: Interceptor): () => void {
  registered.set(api, [...(registered.get(api) ?? []), interceptor]);
  return () => {
    const others = (registered.get(api) ?? []).filter((one) => one !== interceptor);
    registered.set(api, others);
  };
}

/** Runs a call with its interceptors. */
export async function runIntercepted<T>(
  api: InterceptedApi,
  args: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const around = registered.get(api) ?? [];
  for (const { invoke } of around) await invoke?.(args);
  return work().then(
    async (result) => {
      for (const { success } of around) await success?.(result);
      for (const { complete } of around) await complete?.(result);
      return result;
    },
    async (failure: unknown) => {
      for (const { fail } of around) await fail?.(failure);
      for (const { complete } of around) await complete?.(failure);
      throw failure;
    },
  );
}

export type CloudResponse = {
  readonly type: "cloudfunction" | "cloudobject" | "clientdb";
  /** The result, or the failure. */
  readonly content: unknown;
};
export type CloudToken = { readonly token: string; readonly tokenExpired: number };

function createChannel<T>() {
  const subscribers = new Set<(payload: T) => void>();
  return {
    on: (listener: (payload: T) => void): (() => void) => {
      subscribers.add(listener);
      return () => {
        subscribers.delete(listener);
      };
    },
    publish: (payload: T): void => {
      for (const listener of subscribers) listener(payload);
    },
  };
}

const responses = createChannel<CloudResponse>();
const tokens = createChannel<CloudToken>();

/** Subscribes to every response; returns a function that unsubscribes. */
export const onResponse = responses.on;
/**
 * Subscribes to every token that a call returned; `tokenExpired` in ms. Returns a function that
 * unsubscribes.
 */
export const onRefreshToken = tokens.on;

/** Publishes the result or failure of a call to the listeners and passes it on. */
export function publishResponse<T>(type: CloudResponse["type"], work: Promise<T>): Promise<T> {
  return work.then(
    (content) => {
      responses.publish({ type, content });
      return content;
    },
    (failure: unknown) => {
      responses.publish({ type, content: failure });
      throw failure;
    },
  );
}

/** Stores a token that a response contained, if it is complete, and notifies the listeners. */
export function storeReturnedToken(brought: unknown): void {
  if (typeof brought !== "object" || brought === null) return;
  const { token, tokenExpired }: { token?: unknown; tokenExpired?: unknown } = brought;
  if (typeof token !== "string" || token === "") return;
  if (typeof tokenExpired !== "number" || tokenExpired === 0) return;
  saveToken({ token, tokenExpired });
  tokens.publish({ token, tokenExpired });
}
