/**
 * The typed API client: one function per operation, built from the route table and a `send`
 * function.
 */
import { ownValue } from "./own-value.ts";
import type { Input, MemberTopic, Name, Output } from "./operations.ts";
import type { Route } from "./operation.ts";
import { routes } from "./routes.ts";

/**
 * The argument of `send`: the filled path, and the rest of the input as query (GET, DELETE) or
 * body.
 */
export type OutgoingRequest = {
  readonly route: Route;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};
export type CallOptions = { readonly idempotencyKey?: string; readonly signal?: AbortSignal };
/** Sends one request and returns the envelope's `data`; rejects on every refusal and failure. */
export type Send = (outgoing: OutgoingRequest) => Promise<unknown>;

export type Call<I, O> = ((input: I, options?: CallOptions) => Promise<O>) & {
  readonly topic: string;
  readonly operation: string;
  readonly route: Route;
};
export type Api = {
  readonly [T in MemberTopic]: { readonly [N in Name<T>]: Call<Input<T, N>, Output<T, N>> };
};

/**
 * Splits an input into the filled path and the remaining fields. A missing path parameter throws an
 * error: it is our own defect.
 */
export function fillPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = ownValue(rest, name);
    if (typeof value !== "string" || value === "")
      throw new Error(`path parameter ${name} is missing`);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

/** Creates the client with all operations. */
export function createClient(send: Send): Api {
  const call = (topic: string, operation: string, route: Route) => {
    const run = (input: Readonly<Record<string, unknown>>, options: CallOptions = {}) => {
      const { path, rest } = fillPath(route.path, input);
      const carried =
        route.method === "GET" || route.method === "DELETE" ? { query: rest } : { body: rest };
      return send({ route, path, ...carried, ...options });
    };
    return Object.assign(run, { topic, operation, route });
  };
  const client: Record<string, Record<string, unknown>> = {};
  for (const [topic, table] of Object.entries(routes)) {
    client[topic] = Object.fromEntries(
      Object.entries(table).map(([name, route]) => [name, call(topic, name, route)]),
    );
  }
  return client as Api;
}
