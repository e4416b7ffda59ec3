/**
 * Reads what a first view shows: calls the handler of an operation in this process, as a visitor
 * without a token (decision 0144).
 */
import type { FirstViewRead } from "@yunjing/contract/first-view";
import { operations } from "@yunjing/contract/operations";
import { ownValue } from "@yunjing/contract/own-value";
import type { AllHandlers, Handler } from "../platform/http/handlers.ts";
import { anonymousCall } from "../platform/http/job-call.ts";
import { Rendered } from "../platform/http/rendered.ts";
import { serializerOf } from "../platform/http/serialize.ts";
import { invariant } from "../platform/refusal.ts";

type Reader = (input: FirstViewRead["input"]) => Promise<unknown>;

function readerOf(handlers: AllHandlers, topic: string, name: string): Reader {
  const operation = operations.find((each) => each.topic === topic && each.name === name);
  invariant(
    operation?.method === "GET" && operation.caller === "anyone",
    `${topic}.${name} is not a read that anyone may call`,
  );
  const ofTopic: Record<string, unknown> = handlers[operation.topic];
  const handler = ownValue(ofTopic, name) as Handler<unknown, unknown> | undefined;
  invariant(handler, `${topic}.${name} has no handler`);
  const serialize = serializerOf(operation.output);
  return async (input) => {
    const output = await handler(input, anonymousCall("first-view"));
    // The page gets declared fields only, as an answer does.
    const json = output instanceof Rendered ? output.json : serialize(output);
    return JSON.parse(json) as unknown;
  };
}

/** Returns the function that `createFirstViews` reads by. Throws for what not anyone may read. */
export function firstViewReader(handlers: AllHandlers): (read: FirstViewRead) => Promise<unknown> {
  const readers = new Map<string, Reader>();
  return async ({ topic, operation, input }) => {
    const key = `${topic}.${operation}`;
    const reader = readers.get(key) ?? readerOf(handlers, topic, operation);
    readers.set(key, reader);
    return reader(input);
  };
}
