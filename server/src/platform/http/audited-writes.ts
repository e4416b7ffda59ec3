/**
 * What the audit shows of every write of an operator: the state of the object before and after it.
 */
import type { ConsoleRoutes } from "@yunjing/contract/console-routes";
import type { ConsoleTopic, Input, Name, Output } from "@yunjing/contract/operations";
import type { AuditedState, Call } from "./call.ts";

/**
 * Reads the object of a write, before it (without an output) and after it. Returns `undefined` when
 * the object does not exist, and never refuses.
 */
export type StateReader<I, O> = (
  input: I,
  output: O | undefined,
  call: Call,
) => Promise<AuditedState | undefined>;

/** An operation whose audit has no states, and why. */
export type WithoutStates = { readonly reason: string };

/** `handler`: the handler itself notes the states. */
type AuditedWrite<I, O> = StateReader<I, O> | WithoutStates | "handler";

type Write = { readonly caller: "operator"; readonly method: "POST" | "PUT" | "DELETE" };

/** The names of a topic's operations that may change something as an operator. */
type WriteName<T extends ConsoleTopic> = {
  [N in Name<T>]: N extends keyof ConsoleRoutes[T]
    ? ConsoleRoutes[T][N] extends Write
      ? N
      : never
    : never;
}[Name<T>];

/** One entry for every write of the console; a missing one fails the build. */
export type AuditedWrites = {
  readonly [T in ConsoleTopic]: {
    readonly [N in WriteName<T>]: AuditedWrite<Input<T, N>, Output<T, N>>;
  };
};
