/**
 * What may be put around calls of the cloud, and who hears of their answers and of a new token
 * (cloud-protocol §12). Who hears of a login that is needed registers in `../need-login.ts`.
 */
import { saveToken } from "../token.ts";

export type InterceptedApi =
  | "callFunction"
  | "callObject"
  | "database"
  | "databaseForJQL"
  | "uploadFile"
  | "getTempFileURL";

/** Each is awaited, in the order of registration; an `invoke` that throws stops the call. */
export type Interceptor = {
  readonly invoke?: (args: unknown) => unknown;
  readonly success?: (result: unknown) => unknown;
  readonly fail?: (failure: unknown) => unknown;
  readonly complete?: (outcome: unknown) => unknown;
};

const registered = new Map<InterceptedApi, Interceptor[]>();

/** Answers how to remove it again. */
export function addInterceptor(api: InterceptedApi, interceptor: Interceptor): () => void {
  registered.set(api, [...(registered.get(api) ?? []), interceptor]);
  return () => {
    const others = (registered.get(api) ?? []).filter((one) => one !== interceptor);
    registered.set(api, others);
  };
}

/** Runs a call between its interceptors. */
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

function listeners<T>() {
  const heard = new Set<(news: T) => void>();
  return {
    on: (listener: (news: T) => void): (() => void) => {
      heard.add(listener);
      return () => {
        heard.delete(listener);
      };
    },
    tell: (news: T): void => {
      for (const listener of heard) listener(news);
    },
  };
}

const responses = listeners<CloudResponse>();
const tokens = listeners<CloudToken>();

/** Hears every answer; answers how to stop. */
export const onResponse = responses.on;
/** Hears every token a call brought; `tokenExpired` in ms. Answers how to stop. */
export const onRefreshToken = tokens.on;

/** Tells an answer on as it comes. */
export function publishResponse<T>(type: CloudResponse["type"], work: Promise<T>): Promise<T> {
  return work.then(
    (content) => {
      responses.tell({ type, content });
      return content;
    },
    (failure: unknown) => {
      responses.tell({ type, content: failure });
      throw failure;
    },
  );
}

/** Stores a token that an answer brought, if it is whole, and tells who listens. */
export function storeReturnedToken(brought: unknown): void {
  if (typeof brought !== "object" || brought === null) return;
  const { token, tokenExpired }: { token?: unknown; tokenExpired?: unknown } = brought;
  if (typeof token !== "string" || token === "") return;
  if (typeof tokenExpired !== "number" || tokenExpired === 0) return;
  saveToken({ token, tokenExpired });
  tokens.tell({ token, tokenExpired });
}
