/**
 * The type of a module's routes: one handler per operation of its topic, with input and output from
 * the contract.
 */
import type { Input, Name, Output, Topic } from "@yunjing/contract/operations";
import type { Call } from "./call.ts";
import type { Rendered } from "./rendered.ts";

export type Handler<I, O> = (input: I, call: Call) => Promise<O | Rendered<O>>;
export type Handlers<T extends Topic> = {
  readonly [N in Name<T>]: Handler<Input<T, N>, Output<T, N>>;
};
export type AllHandlers = { readonly [T in Topic]: Handlers<T> };
