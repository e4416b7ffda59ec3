/**
 * Runs an operation of the host API for a cloud call: the same input check, the same handler, the
 * same output fields.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { type Operation, operations } from "@yunjing/contract/operations";
import { sanitizerOf } from "../platform/http/sanitize-input.ts";
import type { Call } from "../platform/http/call.ts";
import { mayCall } from "../platform/http/caller.ts";
import type { AllHandlers, Handler } from "../platform/http/handlers.ts";
import { Rendered } from "../platform/http/rendered.ts";
import { validatorOf } from "../platform/http/validate.ts";
import { invariant, Refusal } from "../platform/refusal.ts";
import type { OperationRef } from "./published.ts";

type Runner = {
  readonly operation: Operation;
  readonly run: (
    handlers: AllHandlers,
    input: unknown,
    call: Call,
  ) => Promise<Readonly<Record<string, unknown>>>;
};

function createRunner(operation: Operation): Runner {
  const read = validatorOf(operation.input, sanitizerOf(operation.input));
  const shown = sanitizerOf(operation.output);
  const run = async (handlers: AllHandlers, input: unknown, call: Call) => {
    const checked = read(input);
    if ("error" in checked) throw checked.error;
    if (call.member && !mayCall(operation, call.member)) throw new Refusal("NO_PERMISSION");
    const topic: Record<string, unknown> = handlers[operation.topic];
    const handler = ownValue(topic, operation.name) as Handler<unknown, unknown>;
    const data = await handler(checked.value, call);
    const plain: unknown = data instanceof Rendered ? JSON.parse(data.json) : data;
    // Only declared fields are returned, as in the host API.
    return { ...(shown(plain) as Record<string, unknown>) };
  };
  return { operation, run };
}

const runners = new Map<string, Runner>();

/** Returns the runner of an operation; creates it at the first call. */
export function runnerFor({ topic, name }: OperationRef): Runner {
  const key = `${topic}.${name}`;
  const known = runners.get(key);
  if (known) return known;
  const operation = operations.find((one) => one.topic === topic && one.name === name);
  invariant(operation, `operation ${key} is published and does not exist`);
  const made = createRunner(operation);
  runners.set(key, made);
  return made;
}
