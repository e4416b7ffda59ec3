/**
 * The functions of an API client: one per operation of a route table, which fills the path and
 * passes the rest of the input to a `send` function.
 */
import { ownValue } from "./own-value.ts";
import type { Input, Name, Output, Topic } from "./operations.ts";
import type { Route } from "./operation.ts";

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
/** The functions of the given topics. */
export type CallsOf<T extends Topic> = {
  readonly [K in T]: { readonly [N in Name<K>]: Call<Input<K, N>, Output<K, N>> };
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

/** Creates the functions of all operations of a route table. */
export function createCalls<T extends Topic>(
  routes: Readonly<Record<T, Readonly<Record<string, Route>>>>,
  send: Send,
): CallsOf<T> {
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
  for (const [topic, table] of Object.entries<Readonly<Record<string, Route>>>(routes)) {
    client[topic] = Object.fromEntries(
      Object.entries(table).map(([name, route]) => [name, call(topic, name, route)]),
    );
  }
  return client as CallsOf<T>;
}
